import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { isAlive, readOwner } from '#db/owner-lock.ts'
import { auditLog } from '#db/schema/index.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'
import { atScale } from '#tests/support/scale.ts'

const ROUNDS = atScale(2, 30)
const WRITERS = 8
const RECOVERED = 'The database was not shut down last time. It has recovered everything that had been saved.'

type Process = { pid: number; parent: number; command: string }

function processes(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return { pid: Number(pid), parent: Number(parent), command }
  })
}

/** Every process of a product that holds this database: the one that started it, its shells, PostgreSQL and its helpers. */
const VICTIMS: Record<string, (owner: { pid: number; databasePid: number }, all: Process[]) => number | undefined> = {
  'the one that started it': ({ pid }) => pid,
  PostgreSQL: ({ databasePid }) => databasePid,
  'a session': ({ databasePid }, all) =>
    all.find(({ parent, command }) => parent === databasePid && command.includes('127.0.0.1'))?.pid,
  'the shell above it': ({ databasePid }, all) => all.find(({ pid }) => pid === databasePid)?.parent,
  'the one that writes its log': ({ databasePid }, all) =>
    all.find(({ parent, command }) => parent === databasePid && command.includes('walwriter'))?.pid,
}

/** A process that runs a database, to be killed. */
async function startParent(dataDir: string): Promise<{ parent: ChildProcess; url: string }> {
  const parent = fork(fileURLToPath(new URL('../support/embedded-parent.ts', import.meta.url)), [dataDir], {
    execArgv: [],
  })
  const [url] = await once(parent, 'message')
  return { parent, url: String(url) }
}

/** Writes rows by eight clients until the connections break; resolves with those that were said to be written. */
async function writeUntilKilled(url: string, round: number, kill: () => void): Promise<string[]> {
  const { db, close } = openDb(url, { max: WRITERS })
  const written: string[] = []
  const killAt = 200 + Math.floor(Math.random() * 1_500)
  const write = async (writer: number) => {
    for (let turn = 0; ; turn += 1) {
      const subjectId = `${round}-${writer}-${turn}`
      await db.insert(auditLog).values({ actor: 'test', action: 'write', subjectType: 'row', subjectId })
      written.push(subjectId)
      if (written.length === killAt) kill()
    }
  }
  await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  await close()
  return written
}

test('no acknowledged write is lost to kill -9 of any process, and the next start recovers and says so', {
  timeout: ROUNDS * 20_000,
}, async () => {
  const dataDir = temporaryFolder()
  const first = await startEmbeddedPostgres({ dataDir })
  await migrate(first.url)
  await first.stop()
  const written: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const [name = '', find] = Object.entries(VICTIMS)[round % Object.keys(VICTIMS).length] ?? []
    const { parent, url } = await startParent(dataDir)
    const owner = readOwner(dataDir)
    if (!owner) throw new Error('Nobody owns the data folder.')
    const kill = () => {
      const victim = find?.(owner, processes())
      if (!victim) throw new Error(`There is no ${name} to kill.`)
      process.kill(victim, 'SIGKILL')
    }
    written.push(...(await writeUntilKilled(url, round, kill)))
    if (parent.exitCode === null && parent.signalCode === null) {
      parent.kill('SIGKILL')
      await once(parent, 'exit')
    }
    const next = await startEmbeddedPostgres({ dataDir })
    expect(isAlive(owner.databasePid), `${name}: the former database is gone`).toBe(false)
    if (name === 'PostgreSQL') expect(next.remarks).toEqual([RECOVERED])
    await next.stop()
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir })
  const { db, close } = openDb(url)
  const rows = await db.select({ id: auditLog.subjectId }).from(auditLog).where(eq(auditLog.actor, 'test'))
  const found = new Set(rows.map(({ id }) => id))
  expect(written.length).toBeGreaterThan(ROUNDS * 200)
  expect(written.filter((id) => !found.has(id))).toEqual([])
  await close()
  await stop()
})
