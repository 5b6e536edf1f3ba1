import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { type EmbeddedPostgres, joinEmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { isAlive, readOwner, takeFolder } from '#db/owner-lock.ts'
import { auditLog } from '#db/schema/index.ts'
import { dataFolder, temporaryFolder } from '#tests/support/embedded.ts'

const entry = (subjectId: string) => ({ actor: 'test', action: 'write', subjectType: 'row', subjectId })

function databasePid(dataDir: string): number {
  const pid = readOwner(dataDir)?.databasePid
  if (pid === undefined) throw new Error(`Nobody says that they own ${dataDir}.`)
  return pid
}

/** Writes rows by eight clients until the database is gone; resolves with those that it said were written. */
async function writeUntilKilled(url: string, round: number, kill: (written: number) => void): Promise<string[]> {
  const { db, close } = openDb(url, { max: 8 })
  const written: string[] = []
  const write = async (writer: number) => {
    for (let turn = 0; ; turn += 1) {
      const id = `${round}-${writer}-${turn}`
      await db.insert(auditLog).values(entry(id))
      written.push(id)
      kill(written.length)
    }
  }
  await Promise.allSettled(Array.from({ length: 8 }, (_, writer) => write(writer)))
  await close()
  return written
}

test('every write that was acknowledged outlives kill -9', { timeout: 120_000 }, async () => {
  const dataDir = await dataFolder()
  const written: string[] = []
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir })
  await migrate(server.url)
  for (let round = 0; round < 3; round += 1) {
    const victim = databasePid(dataDir)
    const kill = (count: number) => count === 3_500 && process.kill(victim, 'SIGKILL')
    written.push(...(await writeUntilKilled(server.url, round, kill)))
    await server.ended
    server = await startEmbeddedPostgres({ dataDir })
  }
  const { db, close } = openDb(server.url)
  const rows = await db.select({ id: auditLog.subjectId }).from(auditLog).where(eq(auditLog.actor, 'test'))
  const found = new Set(rows.map(({ id }) => id))
  expect(written.length).toBeGreaterThanOrEqual(10_000)
  expect(written.filter((id) => !found.has(id))).toEqual([])
  await close()
  await server.stop()
})

test('a second start is refused with a sentence that names the process, and the first goes on', async () => {
  const dataDir = await dataFolder()
  const first = await startEmbeddedPostgres({ dataDir })
  const sentence = `The data folder ${dataDir} is in use by process ${process.pid}. Stop it, or set DATA_DIR to another folder.`
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(sentence)
  expect(await migrate(first.url)).toBeGreaterThan(0)
  await first.stop()
})

test('of four that start at once on a new folder exactly one gets it', async () => {
  const dataDir = join(temporaryFolder(), 'new')
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startEmbeddedPostgres({ dataDir })))
  const [winner, ...others] = starts.filter((start) => start.status === 'fulfilled')
  expect(others).toEqual([])
  expect(starts.filter((start) => start.status === 'rejected').map(({ reason }) => String(reason.message))).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('is in use by process')),
  )
  await winner?.value.stop()
})

test('the lock of a killed owner is taken over, even when another process has its number by then', async () => {
  const dataDir = await dataFolder()
  const first = await startEmbeddedPostgres({ dataDir })
  process.kill(databasePid(dataDir), 'SIGKILL')
  await first.ended
  expect(readOwner(dataDir)).toMatchObject({ pid: process.pid })
  const second = await startEmbeddedPostgres({ dataDir })
  await second.stop()
  expect(readOwner(dataDir)).toBeUndefined()
})

test('a lock is never taken from a live owner, whatever owner.json says', async () => {
  const dataDir = await dataFolder()
  const { stop } = await startEmbeddedPostgres({ dataDir })
  expect(takeFolder(dataDir)).toBeUndefined()
  await stop()
  const lock = takeFolder(dataDir)
  expect(lock).toBeDefined()
  lock?.release()
})

test('the database ends with the process that started it, however that ends', async () => {
  const dataDir = await dataFolder()
  const parent = fork(fileURLToPath(new URL('../support/embedded-parent.ts', import.meta.url)), [dataDir], {
    execArgv: [],
  })
  await once(parent, 'message')
  const child = databasePid(dataDir)
  parent.kill('SIGKILL')
  const successor = await startEmbeddedPostgres({ dataDir })
  // It gave the folder up; the system may take a moment to say that it is gone.
  await expect.poll(() => isAlive(child), { timeout: 20_000 }).toBe(false)
  await successor.stop()
})

test('a command joins the database of the running server, and leaves it running', async () => {
  const dataDir = await dataFolder()
  const server = await startEmbeddedPostgres({ dataDir })
  const joined = await joinEmbeddedPostgres({ dataDir })
  expect(joined.url).toBe(server.url)
  await joined.stop()
  await migrate(server.url)
  await server.stop()
  const alone = await joinEmbeddedPostgres({ dataDir })
  expect(alone.url).not.toBe(server.url)
  await alone.stop()
})

test('the password of a start is written where only its owner can read it', async () => {
  const dataDir = await dataFolder()
  const { stop } = await startEmbeddedPostgres({ dataDir })
  const { statSync } = await import('node:fs')
  expect(statSync(join(dataDir, 'owner.json')).mode & 0o077).toBe(0)
  expect(readFileSync(join(dataDir, 'workshop-site.json'), 'utf8')).toBe('{"product":"workshop-site","postgres":18}\n')
  await stop()
})
