import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Db, isNeon, openDb } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { retryRead } from '#db/retry.ts'
import { siteContent } from '#db/schema/index.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { createDatabase } from '#tests/support/postgres.ts'
import { tcpProxy } from '#tests/support/tcp-proxy.ts'
import { websocketRelay } from '#tests/support/websocket-relay.ts'

const revision = async (db: Db) => (await db.select({ version: siteContent.version }).from(siteContent))[0]?.version

/** The same timeouts, but short, so that a test need not wait for seconds. */
async function impatientServer(): Promise<string> {
  const url = await createDatabase()
  const { db, close } = openDb(url)
  const role = sql`alter role current_user in database ${sql.identifier(new URL(url).pathname.slice(1))}`
  await db.execute(sql`${role} set statement_timeout = '300ms'`)
  await db.execute(sql`${role} set idle_in_transaction_session_timeout = '300ms'`)
  await close()
  return url
}

const drivers = [{ driver: 'pg' }, { driver: 'neon' }] as const

describe.each(drivers)('a pool of the driver $driver', ({ driver }) => {
  let server: TestDb & { url: string }
  let stopRelay: (() => Promise<void>) | undefined
  beforeAll(async () => {
    server = await testDb()
    stopRelay = driver === 'neon' ? (await websocketRelay()).close : undefined
  })
  afterAll(async () => {
    await server.close()
    await stopRelay?.()
  })
  afterEach(() => void vi.useRealTimers())

  test('the server’s own timeouts are five seconds', async () => {
    const { db, close } = openDb(server.url, { driver })
    const setting = (name: string) => sql<string>`current_setting(${name})`
    const settings = { statement: setting('statement_timeout'), idle: setting('idle_in_transaction_session_timeout') }
    expect(await db.select(settings).from(siteContent)).toEqual([{ statement: '5s', idle: '5s' }])
    await close()
  })

  test('a statement that runs too long is ended', async () => {
    const { db, close } = openDb(await impatientServer(), { driver })
    await expect(db.execute(sql`select pg_sleep(60)`)).rejects.toMatchObject({ cause: { code: '57014' } })
    await close()
  })

  test('a transaction that falls silent is ended, and the process lives', async () => {
    const { db, close } = openDb(await impatientServer(), { driver, max: 1 })
    const silent = db.transaction(async (tx) => {
      await revision(tx)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      return revision(tx)
    })
    await expect(silent).rejects.toSatisfy(isConnectionFault)
    expect(await revision(db)).toBe(1)
    await close()
  })

  test('a connection that dies inside a transaction goes, and the pool goes on', async () => {
    const proxy = await tcpProxy(server.url)
    const { db, close } = openDb(proxy.url, { driver, max: 1 })
    for (const moment of ['before', 'after']) {
      const cut = db.transaction(async (tx) => {
        if (moment === 'after') await revision(tx)
        proxy.cut()
        await revision(tx)
      })
      await expect(cut).rejects.toSatisfy(isConnectionFault)
      expect(await revision(db)).toBe(1)
    }
    await close()
    await proxy.close()
  })

  test('a transaction that cannot even begin gives its place in the pool back', async () => {
    const proxy = await tcpProxy(server.url)
    const { db, close } = openDb(proxy.url, { driver, max: 1 })
    proxy.inspect((chunk, from) => (from === 'client' && chunk.includes('begin') ? 'reset' : 'pass'))
    await expect(db.transaction((tx) => revision(tx))).rejects.toSatisfy(isConnectionFault)
    expect(await revision(db)).toBe(1)
    await close()
    await proxy.close()
  })

  test('a connection that never answers is not used again', async () => {
    const proxy = await tcpProxy(server.url)
    const { db, close } = openDb(proxy.url, { driver, max: 1, answerWithin: 300 })
    const stuck = db.transaction(async (tx) => {
      await revision(tx)
      proxy.freeze()
      await revision(tx)
    })
    await expect(stuck).rejects.toSatisfy(isConnectionFault)
    expect(await revision(db)).toBe(1)
    await close()
    await proxy.close()
  })

  /** Two connections that idled for so long, in milliseconds, by the calendar alone, as in a function that was frozen. */
  async function idledFor(milliseconds: number) {
    const proxy = await tcpProxy(server.url)
    const { db, close } = openDb(proxy.url, { driver, max: 2 })
    await Promise.all([revision(db), revision(db)])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
    return { proxy, db, stop: () => close().then(proxy.close) }
  }
  const note = (db: Db) => db.update(siteContent).set({ hookPostedAt: new Date(0) })
  const writes = [note, (db: Db) => db.transaction(note)]

  test.each(['freeze', 'cut'] as const)(
    'a connection that was lost (%s) while its function was frozen fails nothing',
    async (loss) => {
      const { proxy, db, stop } = await idledFor(5_001)
      for (const write of writes) {
        proxy[loss]()
        await write(db)
        vi.setSystemTime(Date.now() + 5_001)
      }
      proxy[loss]()
      let tries = 0
      const read = () => {
        tries += 1
        return revision(db)
      }
      expect(await retryRead(read)).toBe(1)
      expect(tries).toBe(1)
      await stop()
    },
  )

  test('a connection that idled for less than five seconds is used again', async () => {
    const { proxy, db, stop } = await idledFor(4_500)
    for (const write of writes) await write(db)
    expect(proxy.taken()).toBe(2)
    await stop()
  })
})

test('a neon.tech host is reached by Neon’s driver, any other by pg', () => {
  expect(isNeon('postgres://a:b@ep-cool-1-pooler.eu-central-1.aws.neon.tech/db')).toBe(true)
  expect(isNeon('postgres://a:b@neon.tech.example.org/db')).toBe(false)
  expect(isNeon('postgres://a:b@127.0.0.1:5432/db')).toBe(false)
})
