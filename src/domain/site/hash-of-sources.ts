import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
/** Not code, and larger than all of it. */
const MIGRATIONS = join(PROJECT, 'db/migrations')
/** Files that are read in a row, in a few milliseconds, before the process does something else. */
const AT_ONCE = 100
/** From where the last reading of a file ended. */
const NEXT = { position: null }

/**
 * A hash of files and folders of `root`, by their names seen from there and by what they hold, and of `about`. Tests and migrations
 * are left out; what is not there counts as empty. Thousands of small files are read one after the other into the same memory: having them read at the same
 * time takes four times as long, most of it for what waits for them.
 */
export async function hashOfSources(sources: readonly string[], about: string, root = PROJECT): Promise<string> {
  const files = sources.flatMap((source) => filesIn(join(root, source))).sort()
  const hash = createHash('sha256').update(about)
  const buffer = Buffer.allocUnsafe(128 * 1024)
  for (const [at, file] of files.entries()) {
    if (at % AT_ONCE === 0) await setImmediate()
    hash.update(`\0${relative(root, file)}\0`)
    addFile(hash, file, buffer)
  }
  return hash.digest('hex').slice(0, 32)
}

function addFile(hash: Hash, path: string, buffer: Buffer): void {
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, buffer, NEXT); read > 0; read = readSync(file, buffer, NEXT))
      hash.update(buffer.subarray(0, read))
  } finally {
    closeSync(file)
  }
}

function filesIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    return files.map((entry) => join(entry.parentPath, entry.name)).filter((file) => !file.startsWith(MIGRATIONS))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR') return [path]
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    throw cause
  }
}
