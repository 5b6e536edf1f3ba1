import { readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Damages a file of a store by chance: cut short, empty, or of the same size with something else in it. */
export async function spoil(store: string, random: () => number): Promise<void> {
  const entries = await readdir(store, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const file = files[Math.floor(random() * files.length)]
  if (file === undefined) return
  const { size, mtime } = await stat(file)
  const way = random()
  if (way < 0.3) await truncate(file, Math.floor(size / 2))
  else if (way < 0.5) await truncate(file, 0)
  else await writeFile(file, Buffer.alloc(size, await readFile(file).then((bytes) => bytes.subarray(1, 9))))
  // A host that unpacks its cache gives files another time.
  if (way > 0.8) await utimes(file, new Date(mtime.getTime() + 5_000), new Date(mtime.getTime() + 5_000))
}
