import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { readOwner, takeFolder } from '#db/owner-lock.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'

test('it is made at the first start, and the second finds everything again', async () => {
  const dataDir = join(temporaryFolder(), 'new')
  const first = await startEmbeddedPostgres({ dataDir })
  expect(await migrate(first.url)).toBeGreaterThan(0)
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir })
  expect(await migrate(second.url)).toBe(0)
  expect(second.remarks).toEqual([])
  await second.stop()
})

test('a second start is refused with a sentence that names the process, and the first goes on', async () => {
  const dataDir = temporaryFolder()
  const first = await startEmbeddedPostgres({ dataDir })
  const sentence = `The data folder ${dataDir} is in use by process ${process.pid}. Stop it, or set DATA_DIR to another folder.`
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(sentence)
  expect(await migrate(first.url)).toBeGreaterThan(0)
  expect(takeFolder(dataDir)).toBeUndefined()
  await first.stop()
  const lock = takeFolder(dataDir)
  expect(lock).toBeDefined()
  lock?.release()
})

test('of four that start at once on a new folder exactly one gets it', async () => {
  const dataDir = join(temporaryFolder(), 'new')
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startEmbeddedPostgres({ dataDir })))
  const [winner, ...others] = starts.filter((start) => start.status === 'fulfilled')
  expect(others).toEqual([])
  expect(starts.filter((start) => start.status === 'rejected').map(({ reason }) => String(reason.message))).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('is in use by')),
  )
  await winner?.value.stop()
})

test('a stop leaves nothing to recover, no process, and the port free', async () => {
  const dataDir = temporaryFolder()
  const { url, stop } = await startEmbeddedPostgres({ dataDir })
  const pid = readOwner(dataDir)?.databasePid ?? 0
  await stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(readOwner(dataDir)).toBeUndefined()
  const again = await startEmbeddedPostgres({ dataDir, url })
  expect(again).toMatchObject({ url, remarks: [] })
  await again.stop()
})

test('a command joins the database of the running server, and leaves it running', async () => {
  const dataDir = temporaryFolder()
  const server = await startEmbeddedPostgres({ dataDir })
  const joined = await joinEmbeddedPostgres({ dataDir })
  expect(joined.url).toBe(server.url)
  await joined.stop()
  await migrate(server.url)
  await server.stop()
  const alone = await joinEmbeddedPostgres({ dataDir })
  expect(new URL(alone.url).port).not.toBe(new URL(server.url).port)
  await alone.stop()
})

describe('while it runs', () => {
  const dataDir = temporaryFolder()
  let running: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  beforeAll(async () => {
    running = await startEmbeddedPostgres({ dataDir })
  })
  afterAll(() => running.stop())

  test('it listens on loopback alone, keeps every write safe on the disk, and knows letters beyond ASCII', async () => {
    const { db, close } = openDb(running.url, { max: 1 })
    const setting = (name: string) => sql<string>`current_setting(${name})`
    const settings = {
      addresses: setting('listen_addresses'),
      sockets: setting('unix_socket_directories'),
      fsync: setting('fsync'),
      commit: setting('synchronous_commit'),
      pages: setting('full_page_writes'),
      version: setting('server_version'),
      lower: sql<string>`lower('ÄÖÉ')`,
    }
    expect(await db.select(settings).from(sql`(values (1)) one`)).toMatchObject([
      { addresses: '127.0.0.1', sockets: '', fsync: 'on', commit: 'on', pages: 'on', lower: 'äöé' },
    ])
    await close()
  })

  test('it needs its password, which only the owner of the folder can read', async () => {
    const { url } = running
    for (const name of ['owner.json', 'database-password']) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
    expect(new URL(url).password).toBe(readFileSync(join(dataDir, 'database-password'), 'utf8'))
    const guess = Object.assign(new URL(url), { password: 'guess' }).href
    await expect(new pg.Client({ connectionString: guess }).connect()).rejects.toMatchObject({ code: '28P01' })
  })

  test('twenty connections work at once, each in a transaction of its own', async () => {
    const { db, close } = openDb(running.url, { max: 20 })
    await db.execute(sql`create table counter (n integer)`)
    await db.execute(sql`insert into counter values (0)`)
    const { promise: all, resolve: meet } = Promise.withResolvers<void>()
    let open = 0
    const increment = () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        open += 1
        if (open === 20) meet()
        await all
        await tx.execute(sql`update counter set n = n + 1`)
      })
    await Promise.all(Array.from({ length: 20 }, increment))
    expect(await db.select({ n: sql<number>`n` }).from(sql`counter`)).toEqual([{ n: 20 }])
    await close()
  })

  test('a client that leaves in the middle of a transaction leaves nothing of it', async () => {
    const { url } = running
    const { db, close } = openDb(url)
    await db.execute(sql`create table note (words text)`)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('begin')
    await client.query(`insert into note values ('left')`)
    await client.end()
    await sleep(0)
    expect(await db.$count(sql`note`)).toBe(0)
    await close()
  })
})
