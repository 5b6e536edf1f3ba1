import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PRODUCT = 'workshop-site'
const ENGINE = 'PostgreSQL'
const STAMP = 'workshop-site.json'
const PASSWORD = 'database-password'

/** What this product leaves in a data folder, before there is a database in it or beside it. */
const OURS =
  /^(workshop-site\.json|owner\.lock|owner\.json|database-password|postgres\.new|releases|cache|current|runtime\.json|secret-key)(\.\w+)?$/

/** A data folder that must not be opened. The message is a sentence for the person at the shell. */
export class FolderRefusal extends Error {
  override name = 'FolderRefusal'
}

/** What a data folder says of its database: the major version that made it, and where its files are. */
export type Stamp = { major: number; files: string }

/** Where the files of a database grow until they are whole. */
export function getDraftPath(files: string): string {
  return `${files}.new`
}

/**
 * Looks at a data folder without changing it: the stamp of its database, or undefined if a database may be created.
 * Throws FolderRefusal for a folder of another program, of this product's former database engine, or without the
 * database that its stamp names. Damage within the files is left to PostgreSQL to find. (security DL5)
 */
export function inspectFolder(dataDir: string): Stamp | undefined {
  if (!requireOurs(dataDir)) return undefined
  const stamp = readStamp(dataDir)
  if (existsSync(stamp.files) || existsSync(getDraftPath(stamp.files))) return stamp
  throw new FolderRefusal(
    `The database of the data folder ${dataDir} is missing: there is no ${stamp.files}. ` +
      'Restore a backup into another folder and set DATA_DIR to that.',
  )
}

/** Throws FolderRefusal for a folder of another program; true if a database of this product was made in it. */
export function requireOurs(dataDir: string): boolean {
  const entries = toEntries(dataDir)
  if (entries.includes(STAMP)) return true
  const foreign = entries.filter((name) => !OURS.test(name))
  if (foreign.length === 0) return false
  throw new FolderRefusal(
    `The data folder ${dataDir} holds other files (${foreign.slice(0, 3).join(', ')}) and no database of this product. ` +
      'It was left as it is. Set DATA_DIR to an empty or a new folder.',
  )
}

/** A folder of another major version cannot be opened by these programs, nor carried over by them. */
export function refuseVersion(dataDir: string, made: number, ours: number | undefined): never {
  const have = ours === undefined ? 'none is found on this machine' : `this machine has version ${ours}`
  throw new FolderRefusal(
    `The data folder ${dataDir} was made with PostgreSQL ${made}, and ${have}. It was left as it is. ` +
      'Back it up with the version that made it (npm run backup), and restore it into a new folder (npm run restore).',
  )
}

/** Marks the draft as whole and puts it in its place. Whatever moment this ends at, the next start continues from there. */
export function adoptDraft(dataDir: string, { major, files }: Stamp): void {
  const stamp = join(dataDir, STAMP)
  if (!existsSync(stamp)) {
    const elsewhere = files === join(dataDir, 'postgres') ? {} : { files }
    writeFileSync(
      `${stamp}.draft`,
      `${JSON.stringify({ product: PRODUCT, engine: ENGINE, postgres: major, ...elsewhere })}\n`,
    )
    renameSync(`${stamp}.draft`, stamp)
  }
  if (!existsSync(files)) renameSync(getDraftPath(files), files)
}

/** The password of this folder's database, which only the owner of the folder can read; made up when there is none. */
export function databasePassword(dataDir: string): string {
  const path = join(dataDir, PASSWORD)
  if (!existsSync(path)) {
    writeFileSync(`${path}.draft`, randomBytes(24).toString('base64url'), { mode: 0o600 })
    renameSync(`${path}.draft`, path)
  }
  return readFileSync(path, 'utf8').trim()
}

function toEntries(dataDir: string): string[] {
  try {
    return readdirSync(dataDir)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR') throw new FolderRefusal(`The data folder ${dataDir} is a file. Set DATA_DIR to a folder.`)
    throw new FolderRefusal(`The data folder ${dataDir} cannot be read (${code}).`)
  }
}

function readStamp(dataDir: string): Stamp {
  const { product, engine, postgres, files = join(dataDir, 'postgres') } = parse(join(dataDir, STAMP))
  if (product !== PRODUCT || typeof postgres !== 'number' || typeof files !== 'string') {
    throw new FolderRefusal(
      `The data folder ${dataDir} has a ${STAMP} that is not this product's. ` +
        'It was left as it is. Set DATA_DIR to an empty or a new folder.',
    )
  }
  if (engine === ENGINE) return { major: postgres, files }
  throw new FolderRefusal(
    `The data folder ${dataDir} was made by an earlier version of this product, whose database (PGlite) this version ` +
      'cannot open. It was left as it is. Back it up with that version (npm run backup -- FILE), set DATA_DIR to a new ' +
      'folder and restore it there (npm run restore -- FILE). If it holds only the demo, remove the folder.',
  )
}

function parse(path: string): { product?: unknown; engine?: unknown; postgres?: unknown; files?: unknown } {
  try {
    const stamp: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof stamp === 'object' && stamp !== null ? stamp : {}
  } catch {
    return {}
  }
}
