/** The process that holds the embedded database: its queries block its own event loop and nobody else's. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { adoptDraft, databaseFolder, FolderRefusal, inspectFolder } from './data-folder.ts'
import { serveDatabase } from './embedded-server.ts'
import { isAlive, type OwnerLock, readOwner, takeFolder } from './owner-lock.ts'

/** What this process tells the one that started it, once. */
export type Report = { url: string } | { refusal: string }

/** How long to wait for an owner whose own parent has just died, in milliseconds. */
const FAREWELL = 10_000

/** PGlite sets aside 160 MB for a database that holds a few; what it does not hold stands in the system's own cache. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'max_connections=4']

const dataDir = process.argv[2] ?? ''
const parent = process.ppid

// Ctrl-C reaches this process too, but the one that started it still needs the database to finish its work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

try {
  await serve()
} catch (error) {
  if (!(error instanceof FolderRefusal)) throw error
  process.send?.({ refusal: error.message } satisfies Report)
  process.disconnect?.()
}

async function serve(): Promise<void> {
  inspectFolder(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const lock = await take()
  const me = { pid: parent, databasePid: process.pid }
  lock.announce(me)
  const db = await open().catch((error: unknown) => {
    lock.release()
    throw error
  })
  const { password, port } = terms()
  const server = await serveDatabase(db, { password, port, onBroken: fail })
  const url = `postgres://postgres:${password}@127.0.0.1:${server.port}/postgres`
  lock.announce({ ...me, url })
  const stop = async () => {
    await server.close()
    await db.close()
    lock.release()
    process.exit(0)
  }
  process.once('disconnect', stop)
  if (process.connected) process.send?.({ url } satisfies Report)
  else await stop()
}

/** New ones, or those of the address that a database which died had before. */
function terms(): { password: string; port: number } {
  const { EMBEDDED_URL: before } = process.env
  if (before === undefined) return { password: randomBytes(24).toString('base64url'), port: 0 }
  const { password, port } = new URL(before)
  return { password, port: Number(port) }
}

async function take(): Promise<OwnerLock> {
  const started = performance.now()
  for (;;) {
    if (!process.connected) process.exit(0)
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

/** Opens the database, or makes it in a folder of its own first, so that a start cut short leaves nothing half made. */
async function open(): Promise<PGlite> {
  const { final, draft } = databaseFolder(dataDir)
  if (inspectFolder(dataDir) === 'absent') {
    rmSync(draft, { recursive: true, force: true })
    const fresh = await PGlite.create({ dataDir: draft, startParams })
    await fresh.close()
    chmodSync(draft, 0o700)
  }
  adoptDraft(dataDir)
  try {
    return await PGlite.create({ dataDir: final, startParams })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new FolderRefusal(`The database in the data folder ${dataDir} cannot be opened: ${reason}`, { cause })
  }
}

function fail(cause: unknown): void {
  console.error('The embedded database broke:', cause)
  process.exit(1)
}
