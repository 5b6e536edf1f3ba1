import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb, prepared } from '#db/client.ts'
import { menuItems } from '#db/schema/index.ts'
import { testDb } from '#tests/support/database.ts'
import { websocketRelay } from '#tests/support/websocket-relay.ts'

const LABELS = ['Events', 'Forum']

const { db, url, close } = await testDb()
afterAll(close)

describe('a prepared statement', () => {
  let built = 0
  const listed = prepared((given, order: 'forwards' | 'backwards') => {
    built += 1
    const { label } = menuItems
    return given
      .select({ label })
      .from(menuItems)
      .where(sql`${label} = any(${sql.placeholder('labels')}::text[])`)
      .orderBy(order === 'forwards' ? label : sql`${label} desc`)
  })
  const labelsOf = async (given: Db, order: 'forwards' | 'backwards', labels: string[]) =>
    (await listed(given, order).execute({ labels })).map(({ label }) => label)

  beforeAll(async () => {
    await db.insert(menuItems).values(LABELS.map((label) => ({ label, href: `/${label.toLowerCase()}` })))
  })

  test('is built once for each of its shapes, and asked with other values each time', async () => {
    expect(await labelsOf(db, 'forwards', LABELS)).toEqual(['Events', 'Forum'])
    expect(await labelsOf(db, 'backwards', LABELS)).toEqual(['Forum', 'Events'])
    expect(await labelsOf(db, 'forwards', ['Forum'])).toEqual(['Forum'])
    expect(built).toBe(2)
  })

  test('sees inside a transaction what that has written', async () => {
    await db.transaction(async (tx) => {
      await tx.update(menuItems).set({ label: 'Shop' }).where(eq(menuItems.label, 'Forum'))
      expect(await labelsOf(tx, 'forwards', ['Shop'])).toEqual(['Shop'])
      await tx.update(menuItems).set({ label: 'Forum' }).where(eq(menuItems.label, 'Shop'))
    })
  })

  const keptIn = async (tx: Db) =>
    (await tx.select({ name: sql`name` }).from(sql`pg_prepared_statements`)).map(({ name }) => name)

  test('leaves nothing in the database, so it is planned for its values', async () => {
    await db.transaction(async (tx) => {
      await labelsOf(tx, 'forwards', LABELS)
      expect(await keptIn(tx)).toEqual([])
    })
  })

  test.each(['pg', 'neon'] as const)(
    'with a name is kept by each connection, once for each of its shapes: by %s',
    async (driver) => {
      const relay = driver === 'neon' ? await websocketRelay() : undefined
      const opened = openDb(url, { driver })
      const counted = prepared(
        (given, column: 'label' | 'href') =>
          given
            .select({ count: sql<number>`count(*)::int` })
            .from(menuItems)
            .where(eq(menuItems[column], sql.placeholder('value'))),
        'items by',
      )
      await opened.db.transaction(async (tx) => {
        const count = async (column: 'label' | 'href', value: string) =>
          (await counted(tx, column).execute({ value })).map(({ count }) => count)
        expect(await count('label', 'Forum')).toEqual([1])
        expect(await count('label', 'Shop')).toEqual([0])
        expect(await count('href', '/events')).toEqual([1])
        expect((await keptIn(tx)).toSorted()).toEqual(['items by href', 'items by label'])
      })
      await opened.close()
      await relay?.close()
    },
  )
})
