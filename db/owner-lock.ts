import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The processes that have a data folder open: the one to stop, the one that holds the database, and where it answers. */
type Owner = { pid: number; databasePid: number; url?: string }

export type OwnerLock = { announce: (owner: Owner) => void; release: () => void }

const SQLITE_BUSY = 5

/**
 * Takes the data folder for this process; undefined when another has it. The lock is the operating system's, on
 * `owner.lock` through SQLite: it cannot be taken from a live owner, is gone with a dead one whatever killed it, knows
 * nothing of process numbers that come round again, and of two takers one gets it. `owner.json` only says who.
 */
export function takeFolder(dataDir: string): OwnerLock | undefined {
  const lock = new DatabaseSync(join(dataDir, 'owner.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
  const path = join(dataDir, 'owner.json')
  return {
    announce(owner) {
      writeFileSync(`${path}.draft`, JSON.stringify(owner), { mode: 0o600 })
      renameSync(`${path}.draft`, path)
    },
    release() {
      rmSync(path, { force: true })
      lock.close()
    },
  }
}

/** What the last owner said of itself. It may be gone: only the lock knows. */
export function readOwner(dataDir: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'))
    return isOwner(owner) ? owner : undefined
  } catch {
    return undefined
  }
}

function isOwner(value: unknown): value is Owner {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'databasePid' in value &&
    typeof value.databasePid === 'number' &&
    (!('url' in value) || typeof value.url === 'string')
  )
}

/** True while a process of that number runs, be it ours to signal or not. One that has ended and waits to be buried does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}
