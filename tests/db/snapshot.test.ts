import { describe, expect, test } from 'vitest'
import { inSnapshot, openDb } from '#db/client.ts'
import { menuItems } from '#db/schema/index.ts'
import { testDb } from '#tests/support/database.ts'
import { websocketRelay } from '#tests/support/websocket-relay.ts'

const item = { label: 'Events', href: '/events' }

describe.each([{ driver: 'pg' }, { driver: 'neon' }] as const)('by $driver', ({ driver }) => {
  test('what is written while a snapshot is read is not in it, and is there afterwards', async () => {
    const relay = driver === 'neon' ? await websocketRelay() : undefined
    const { db: writer, url, close: closeWriter } = await testDb()
    const { db: reader, close } = openDb(url, { driver })
    const seen = await inSnapshot(reader, async (tx) => {
      const before = await tx.$count(menuItems)
      await writer.insert(menuItems).values(item)
      return [before, await tx.$count(menuItems)]
    })
    expect(seen).toEqual([0, 0])
    expect(await reader.$count(menuItems)).toBe(1)
    await close()
    await closeWriter()
    await relay?.close()
  })
})

test('a write inside a snapshot is refused', async () => {
  const { db, close } = await testDb()
  const write = inSnapshot(db, (tx) => tx.insert(menuItems).values(item))
  await expect(write).rejects.toMatchObject({ cause: { code: '25006' } })
  expect(await db.$count(menuItems)).toBe(0)
  await close()
})
