import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { publishEvent, unpublishEvent } from '#src/domain/events/publish-event.ts'
import { renameEvent } from '#src/domain/events/update-event.ts'
import { askForBuild } from '#src/domain/site/ask-for-build.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fakeHook } from '#tests/support/outside-services.ts'
import { addEvent, revisionOf, wishes } from './event-rows.ts'

const editor = { id: 'cli' }

describe('editors at the same time', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened?.close())

  test('every change gets a revision of its own', async () => {
    const { db } = opened
    const slugs = Array.from({ length: 30 }, (_, index) => `parallel-${index}`)
    for (const slug of slugs) await addEvent(db, slug)
    const before = await revisionOf(db)
    const changed = await Promise.all(slugs.map((slug) => publishEvent(db, slug, editor)))
    const revisions = changed.map((change) => change.revision).sort((a, b) => Number(a) - Number(b))
    expect(revisions).toEqual(slugs.map((_, index) => before + index + 1))
    expect((await wishes(db)).length).toBe(30)
  })

  test('one event published many times at once is published once', async () => {
    const { db } = opened
    await addEvent(db, 'stampede')
    const before = await revisionOf(db)
    const changed = await Promise.all(Array.from({ length: 20 }, () => publishEvent(db, 'stampede', editor)))
    expect(changed.filter((change) => change.revision !== null)).toHaveLength(1)
    expect(await revisionOf(db)).toBe(before + 1)
    await unpublishEvent(db, 'stampede', editor)
  })

  test('a slug and its redirects never belong to two events, in whatever order they are renamed', async () => {
    const { db } = opened
    const names = ['swap-a', 'swap-b', 'swap-c']
    for (const name of names) await addEvent(db, name)
    for (let round = 0; round < 8; round += 1) {
      const turns = names.flatMap((from) => [...names, 'swap-free'].map((to) => renameEvent(db, from, to, editor)))
      await Promise.allSettled(turns)
    }
    const slugs = (await db.select().from(eventConfig)).map((row) => row.eventSlug)
    const olds = (await db.select().from(eventSlugRedirects)).map((row) => row.oldSlug)
    expect(slugs.filter((slug) => olds.includes(slug))).toEqual([])
  })

  test('a hundred saves within the debounce ask once', async () => {
    const { db } = opened
    const hook = fakeHook()
    const asked = await Promise.all(Array.from({ length: 100 }, () => askForBuild(db, { hook, debounce: 10_000 })))
    expect(hook.calls).toBe(1)
    expect(asked.filter((result) => result.outcome === 'debounced')).toHaveLength(99)
  })
})
