import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openDb } from './client.ts'
import {
  adoptDraft,
  databasePassword,
  FolderRefusal,
  getDraftPath,
  inspectFolder,
  refuseVersion,
  type Stamp,
} from './data-folder.ts'
import { isAlive, type OwnerLock, readOwner, takeFolder } from './owner-lock.ts'
import { canReach, findPrograms, makeSharedFolder, type ServerUser, unprivilegedUser } from './postgres-programs.ts'
import { createCluster, type PostgresServer, startServer } from './postgres-server.ts'

export type EmbeddedPostgres = {
  url: string
  /** Writes everything down and ends. A database that was only joined stays. */
  stop: () => Promise<void>
  /** Resolves when the database is gone, asked to or not, with the last complaint it printed. */
  ended: Promise<string | undefined>
  /** What the person at the terminal should know of this start. */
  remarks: readonly string[]
}

/** How long to wait for an owner that is just ending, in milliseconds. */
const FAREWELL = 10_000

const NO_PROGRAMS =
  'There is no PostgreSQL for this machine: npm has no package of it for this platform, and none of version 15 or later ' +
  'is installed. Install PostgreSQL, or set DATABASE_URL to the address of one.'

/**
 * Starts PostgreSQL on 127.0.0.1 and a free port, in processes that end with this one, with its data in `dataDir`, which
 * is made when absent. One process owns a folder at a time. Throws an Error with a sentence when the folder is in use,
 * foreign, of another version or damaged. With `url` it answers at that address, which one that died had before.
 * (security DL1, DL2, DL5)
 */
export async function startEmbeddedPostgres({
  dataDir: folder,
  url,
}: {
  dataDir: string
  url?: string | undefined
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(folder)
  inspectFolder(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const lock = await take(dataDir)
  try {
    const port = url === undefined ? undefined : Number(new URL(url).port)
    const { server, remarks } = await openFolder(dataDir, port)
    const address = `postgres://postgres:${databasePassword(dataDir)}@127.0.0.1:${server.port}/postgres`
    lock.announce({ pid: process.pid, databasePid: server.pid, url: address })
    const ended = server.ended.finally(() => lock.release())
    return { url: address, ended, stop: () => server.stop().then(() => ended.then(() => {})), remarks }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The database of the process that owns `dataDir` if there is one, else a new start of it. For commands at the shell. */
export async function joinEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<EmbeddedPostgres> {
  const url = readOwner(resolve(dataDir))?.url
  if (url === undefined || !(await answers(url))) return startEmbeddedPostgres({ dataDir })
  return { url, ended: new Promise(() => {}), stop: async () => {}, remarks: [] }
}

async function take(dataDir: string): Promise<OwnerLock> {
  const started = performance.now()
  for (;;) {
    const lock = takeFolder(dataDir)
    if (lock !== undefined) return lock
    const owner = readOwner(dataDir)
    const isLeaving = owner === undefined || !isAlive(owner.pid)
    if (!isLeaving || performance.now() - started > FAREWELL) {
      throw new FolderRefusal(
        `The data folder ${dataDir} is in use by ${owner === undefined ? 'another process' : `process ${owner.pid}`}. ` +
          'Stop it, or set DATA_DIR to another folder.',
      )
    }
    await sleep(50)
  }
}

/** Opens the database of a folder that is ours, or makes it first, so that a start cut short leaves nothing half made. */
async function openFolder(
  dataDir: string,
  port: number | undefined,
): Promise<{ server: PostgresServer; remarks: string[] }> {
  const stamp = inspectFolder(dataDir) ?? createDatabase(dataDir)
  adoptDraft(dataDir, stamp)
  const { files: data, major } = stamp
  const user = giveFiles(data)
  const programs = findPrograms({ user, major }) ?? refuseVersion(dataDir, major, findPrograms({ user })?.major)
  const server = await startServer({ programs, user, data, port }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new FolderRefusal(
      `The database in the data folder ${dataDir} cannot be opened: ${reason}. ` +
        'If its files are damaged, restore a backup into another folder and set DATA_DIR to that.',
      { cause },
    )
  })
  return { server, remarks: [...placeRemarks(dataDir, data), ...(server.hasRecovered ? [RECOVERED] : [])] }
}

const RECOVERED = 'The database was not shut down last time. It has recovered everything that had been saved.'

function placeRemarks(dataDir: string, files: string): string[] {
  if (files === join(dataDir, 'postgres')) return []
  return [
    `PostgreSQL does not run as root, and no other user can reach ${dataDir}. The files of the database are in ${files}.`,
  ]
}

function createDatabase(dataDir: string): Stamp {
  const user = unprivilegedUser()
  const programs = findPrograms({ user })
  if (programs === undefined) throw new FolderRefusal(NO_PROGRAMS)
  const parent = canReach(user, dataDir) ? dataDir : makeSharedFolder(randomBytes(8).toString('hex'))
  const files = join(parent, 'postgres')
  const data = getDraftPath(files)
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid)
  createCluster({ programs, user, data }, databasePassword(dataDir))
  return { major: programs.major, files }
}

/**
 * The user who owns the files, since PostgreSQL takes no other. Files of root, such as those of a copy, are given away; the
 * folder is closed to everybody else, which a copy may have opened.
 */
function giveFiles(files: string): ServerUser {
  chmodSync(files, 0o700)
  const user = unprivilegedUser()
  if (user.uid === undefined) return user
  const { uid, gid } = statSync(files)
  if (uid !== 0) return { uid, gid }
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, files])
  return user
}

async function answers(url: string): Promise<boolean> {
  const { db, close } = openDb(url, { max: 1 })
  try {
    await db.execute(sql`select 1`)
    return true
  } catch {
    return false
  } finally {
    await close()
  }
}
