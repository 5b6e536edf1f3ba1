import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
/** Not code, and larger than all of it. */
const MIGRATIONS = join(PROJECT, 'db/migrations')

/**
 * A hash of files and folders of `root`, by their names seen from there and by what they hold, and of `about`. Tests and migrations
 * are left out; what is not there counts as empty.
 */
export async function hashOfSources(sources: readonly string[], about: string, root = PROJECT): Promise<string> {
  const files = (await Promise.all(sources.map((source) => filesIn(join(root, source))))).flat().sort()
  const contents = await Promise.all(files.map((file) => readFile(file)))
  const hash = createHash('sha256').update(about)
  for (const [at, file] of files.entries()) hash.update(`\0${relative(root, file)}\0`).update(contents[at] ?? '')
  return hash.digest('hex').slice(0, 32)
}

async function filesIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    return files.map((entry) => join(entry.parentPath, entry.name)).filter((file) => !file.startsWith(MIGRATIONS))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR') return [path]
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    throw cause
  }
}
