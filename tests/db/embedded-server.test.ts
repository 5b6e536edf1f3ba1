import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDb, openDb } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { migrate } from '#db/migrate.ts'
import { menuItems } from '#db/schema/index.ts'
import { embeddedServer } from '#tests/support/embedded.ts'

describe('the embedded server', () => {
  let url: string
  let open: OpenDb
  beforeAll(async () => {
    url = await embeddedServer()
    await migrate(url)
    open = openDb(url)
  })
  afterAll(() => open.close())

  test('each of many clients gets its own answers, in transactions and out of them', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 10 })
    const ask = async (worker: number) => {
      for (let turn = 0; turn < 30; turn += 1) {
        const client = await pool.connect()
        if (worker % 3 === 0) await client.query('begin')
        const given = worker * 1_000 + turn
        const text = worker % 2 === 0 ? 'select $1::int as x' : 'select $1::int as x, 2 as y'
        expect((await client.query(text, [given])).rows[0]?.x).toBe(given)
        if (turn % 10 === 0) await client.query(worker % 3 === 0 ? 'select 1' : 'select nonsense').catch(() => {})
        if (worker % 3 === 0) await client.query('commit')
        client.release()
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, worker) => ask(worker)))
    await pool.end()
  })

  test('what a transaction has not committed is seen by nobody else', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const writing = open.db.transaction(async (tx) => {
      await tx.insert(menuItems).values({ label: 'Draft', href: '/draft' })
      resolve()
      tx.rollback()
    })
    const reading = promise.then(() => open.db.$count(menuItems))
    await expect(writing).rejects.toThrow('Rollback')
    expect(await reading).toBe(0)
  })

  test('a client that leaves in the middle of a transaction leaves nothing of it', async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    await client.query('begin')
    await client.query("insert into menu_items (label, href) values ('Left', '/left')")
    await client.end()
    expect(await open.db.$count(menuItems)).toBe(0)
  })

  test('a query outside the open transaction it waits for does not hang for ever', async () => {
    const misuse = open.db.transaction(async (tx) => {
      await tx.insert(menuItems).values({ label: 'Misuse', href: '/misuse' })
      await open.db.$count(menuItems)
      await tx.$count(menuItems)
    })
    await expect(misuse).rejects.toSatisfy(isConnectionFault)
    expect(await open.db.$count(menuItems)).toBe(0)
  })

  test('two megabytes go in and come out', async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const bytes = Buffer.alloc(2_000_000, 'brick')
    const { rows } = await client.query('select $1::bytea as bytes', [bytes])
    expect(bytes.equals(rows[0].bytes)).toBe(true)
    await client.end()
  })

  test('without the password of this start nobody gets in', async () => {
    for (const password of ['', 'postgres']) {
      const client = new pg.Client({ connectionString: Object.assign(new URL(url), { password }).href })
      await expect(client.connect()).rejects.toThrow()
    }
  })

  test('noise instead of the protocol harms nobody', async () => {
    const { port } = new URL(url)
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => 'refused')
    expect(answer).toBe('refused')
    expect(await open.db.select({ one: sql`1` }).from(sql`(values (1)) one`)).toEqual([{ one: 1 }])
  })
})
