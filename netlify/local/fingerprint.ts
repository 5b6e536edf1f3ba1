import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { PROJECT } from './project.ts'

/** What a built page depends on besides the database. */
const SOURCES = ['src', 'db/schema', 'public', 'astro.config.ts', 'package-lock.json', 'netlify.toml']

/**
 * A hash of the code and settings pages are made from, so that a start after an update rebuilds although no content changed.
 */
export async function getFingerprint(settings: Record<string, string>): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const source of SOURCES) {
    for (const file of await getFiles(join(PROJECT, source))) {
      hash
        .update(relative(PROJECT, file))
        .update('\0')
        .update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

async function getFiles(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    return files.map((entry) => join(entry.parentPath, entry.name)).sort()
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR') return [path]
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    throw cause
  }
}
