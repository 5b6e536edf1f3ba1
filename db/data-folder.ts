import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { controlFileFault } from './control-file.ts'

/** PostgreSQL's major version inside PGlite. Another major cannot open this one's files. (security DL5) */
export const POSTGRES_MAJOR = 18

const PRODUCT = 'workshop-site'
const STAMP = 'workshop-site.json'

/** What this product leaves in a data folder, before there is a database in it or beside it. */
const OURS =
  /^(workshop-site\.json|owner\.lock|owner\.json|postgres\.new|releases|cache|current|runtime\.json)(\.\w+)?$/

/** A data folder that must not be opened. The message is a sentence for the person at the shell. */
export class FolderRefusal extends Error {
  override name = 'FolderRefusal'
}

/** Where the database is, and where it grows until it is whole. */
export function databaseFolder(dataDir: string): { final: string; draft: string } {
  return { final: join(dataDir, 'postgres'), draft: join(dataDir, 'postgres.new') }
}

/**
 * Looks at a data folder without changing it: `absent` when a database may be created there, `present` when it holds ours.
 * Throws FolderRefusal for a folder of somebody else, of another major version, or with damage that shows: a missing or
 * wrong PG_VERSION, control file, write-ahead log or catalog folder. Damage inside tables shows only when they are read.
 */
export function inspectFolder(dataDir: string): 'absent' | 'present' {
  const entries = entriesOf(dataDir)
  const { final, draft } = databaseFolder(dataDir)
  if (!entries.includes(STAMP)) {
    const foreign = entries.filter((name) => !OURS.test(name))
    if (foreign.length === 0) return 'absent'
    throw new FolderRefusal(
      `The data folder ${dataDir} holds other files (${foreign.slice(0, 3).join(', ')}) and no database of this product. ` +
        'It was left as it is. Set DATA_DIR to an empty or a new folder.',
    )
  }
  assertStamp(dataDir)
  const fault = existsSync(final) ? databaseFault(final) : existsSync(draft) ? databaseFault(draft) : 'it is missing'
  if (fault === undefined) return 'present'
  throw new FolderRefusal(
    `The database in the data folder ${dataDir} is damaged: ${fault}. ` +
      'It was left as it is. Restore a backup into another folder and set DATA_DIR to that.',
  )
}

/** Marks the draft as whole and puts it in its place. Whatever moment this dies at, the next start goes on from there. */
export function adoptDraft(dataDir: string): void {
  const { final, draft } = databaseFolder(dataDir)
  const stamp = join(dataDir, STAMP)
  if (!existsSync(stamp)) {
    writeFileSync(`${stamp}.draft`, `${JSON.stringify({ product: PRODUCT, postgres: POSTGRES_MAJOR })}\n`)
    renameSync(`${stamp}.draft`, stamp)
  }
  if (!existsSync(final)) renameSync(draft, final)
}

function entriesOf(dataDir: string): string[] {
  try {
    return readdirSync(dataDir)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR') throw new FolderRefusal(`The data folder ${dataDir} is a file. Set DATA_DIR to a folder.`)
    throw new FolderRefusal(`The data folder ${dataDir} cannot be read (${code}).`)
  }
}

function assertStamp(dataDir: string): void {
  const { product, postgres } = readStamp(join(dataDir, STAMP))
  if (product !== PRODUCT || typeof postgres !== 'number') {
    throw new FolderRefusal(
      `The data folder ${dataDir} has a ${STAMP} that is not this product's. ` +
        'It was left as it is. Set DATA_DIR to an empty or a new folder.',
    )
  }
  if (postgres === POSTGRES_MAJOR) return
  throw new FolderRefusal(
    `The data folder ${dataDir} was made with PostgreSQL ${postgres}, and this version of the product has ${POSTGRES_MAJOR}. ` +
      'It was left as it is. Back it up with the version that made it (npm run backup), and restore it into a new folder.',
  )
}

function readStamp(path: string): { product?: unknown; postgres?: unknown } {
  try {
    const stamp: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof stamp === 'object' && stamp !== null ? stamp : {}
  } catch {
    return {}
  }
}

/** What is visibly wrong with a database folder; undefined when nothing is. */
function databaseFault(folder: string): string | undefined {
  const version = contents(join(folder, 'PG_VERSION'))
  if (version === undefined) return 'PG_VERSION cannot be read'
  if (version.toString('latin1').trim() !== String(POSTGRES_MAJOR)) return 'PG_VERSION is not the one it was made with'
  const control = contents(join(folder, 'global', 'pg_control'))
  if (control === undefined) return 'global/pg_control cannot be read'
  const missing = Object.entries(ESSENTIAL).find(([name, file]) => !holds(join(folder, name), file))
  return missing === undefined ? controlFileFault(control) : `${missing[0]} is missing or empty`
}

/** Folders of a database, and the name of a file that each must hold. (postgresql.org/docs/current/storage-file-layout.html) */
const ESSENTIAL = { base: /^\d+$/, pg_wal: /^[0-9A-F]{24}$/, pg_xact: /^[0-9A-F]{4}$/ }

function contents(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function holds(folder: string, file: RegExp): boolean {
  try {
    return readdirSync(folder).some((name) => file.test(name))
  } catch {
    return false
  }
}
