import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { openDb } from './client.ts'
import { readOwner } from './owner-lock.ts'

export type EmbeddedPostgres = {
  /** With a password of this start alone. */
  url: string
  /** Writes everything down and ends. A database that was only joined stays. */
  stop: () => Promise<void>
  /** Resolves when the database is gone, asked to or not. */
  ended: Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./embedded-process.ts', import.meta.url))
const STOP_WITHIN = 10_000

/**
 * Starts PostgreSQL (PGlite) on 127.0.0.1 and a free port, in a process of its own that ends with this one, with its data
 * in `dataDir`, which is made when absent. One process owns a folder at a time. Throws an Error with a sentence when the
 * folder is in use, foreign, of another version or damaged; it is then left as it was. (security DL2, DL5)
 * With `url` it answers at that address, which one that died had before.
 */
export async function startEmbeddedPostgres({
  dataDir,
  url,
}: {
  dataDir: string
  url?: string | undefined
}): Promise<EmbeddedPostgres> {
  const child = fork(PROGRAM, [resolve(dataDir)], {
    execArgv: ['--max-semi-space-size=4'],
    // One heap for all threads: what a database compiles on the side is given back.
    env: { ...process.env, EMBEDDED_URL: url, MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const address = await reportOf(child, ended)
  return { url: address, ended, stop: () => stop(child, ended) }
}

/** The database of the process that owns `dataDir` if there is one, else a new start of it. For commands at the shell. */
export async function joinEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<EmbeddedPostgres> {
  const url = readOwner(resolve(dataDir))?.url
  if (url === undefined || !(await answers(url))) return startEmbeddedPostgres({ dataDir })
  return { url, ended: new Promise(() => {}), stop: async () => {} }
}

async function reportOf(child: ChildProcess, ended: Promise<void>): Promise<string> {
  const report = await Promise.race([
    new Promise<unknown>((done) => child.once('message', done)),
    ended.then(() => ({ refusal: 'The embedded database did not start.' })),
  ])
  if (typeof report === 'object' && report !== null && 'url' in report) return String(report.url)
  await ended
  throw new Error(typeof report === 'object' && report !== null && 'refusal' in report ? String(report.refusal) : '')
}

/** Losing its parent is the child's sign to stop, so that it needs no other. */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.connected) child.disconnect()
  const patience = new AbortController()
  const late = sleep(STOP_WITHIN, true, { signal: patience.signal }).catch(() => false)
  if (await Promise.race([late, ended.then(() => false)])) child.kill('SIGKILL')
  patience.abort()
  await ended
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
