import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import type { DeletedEvent } from '#src/contract/event-history.ts'
import type { Page } from '#src/contract/page.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { countDeadlocks, type TestDb, testDb } from '#tests/support/database.ts'
import { eventsApi, newEvent, savedAs } from './event-api.ts'
import { historyOf } from './event-part-api.ts'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const tally = (answers: Response[]) => {
  const counted = new Map<number, number>()
  for (const { status } of answers) counted.set(status, (counted.get(status) ?? 0) + 1)
  return Object.fromEntries(counted)
}

describe('editors of events at the same time', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof eventsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await eventsApi(opened.db)
  })
  afterAll(() => opened?.close())

  test('twenty saves from one version: one wins, nineteen get a conflict', async () => {
    const item = await api.publish()
    const saves = times(20, (index) => api.send('PATCH', item.id, savedAs(item, { heroTitle: `Title ${index}` })))
    expect(tally(await Promise.all(saves))).toEqual({ 200: 1, 409: 19 })
    expect((await api.read(item.id)).version).toBe(2)
    expect(await historyOf(opened.db, item.id)).toHaveLength(2)
  })

  test('one save sent twenty times is saved once, and every click gets that answer', async () => {
    const item = await api.publish()
    const body = savedAs(item, { heroTitle: 'Once' })
    const answers = await Promise.all(times(20, () => api.send('PATCH', item.id, body)))
    expect(tally(answers)).toEqual({ 200: 20 })
    expect(await historyOf(opened.db, item.id)).toHaveLength(2)
  })

  test('twenty clicks on create make one event', async () => {
    const body = newEvent({ isPublished: true })
    const answers = await Promise.all(times(20, () => api.send('POST', '', body)))
    expect(tally(answers)).toEqual({ 201: 20 })
    expect(await historyOf(opened.db, body.id)).toHaveLength(1)
  })

  test('twenty new events want one slug: one has it', async () => {
    const slug = { eventSlug: 'wanted-by-all' }
    const answers = await Promise.all(times(20, () => api.send('POST', '', newEvent(slug))))
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 })
  })

  test('a slug and its redirects never belong to two events, drafts or not, in whatever order they are saved', async () => {
    const names = ['ring-a', 'ring-b', 'ring-c']
    const ids: string[] = []
    for (const eventSlug of names) ids.push((await api.create({ eventSlug })).item.id)
    for (let round = 0; round < 6; round += 1) {
      const records = await Promise.all(ids.map((id) => api.read(id)))
      const saves = records.map((record, at) =>
        api.send('PATCH', record.id, savedAs(record, { eventSlug: [...names, 'ring-d'][(at + round) % 4] })),
      )
      const made = api.send('POST', '', newEvent({ eventSlug: `ring-${'abcd'[round % 4]}` }))
      for (const { status } of await Promise.all([...saves, made])) expect([200, 201, 409]).toContain(status)
    }
    const slugs = (await opened.db.select().from(eventConfig)).map((row) => row.eventSlug)
    const olds = (await opened.db.select().from(eventSlugRedirects)).map((row) => row.oldSlug)
    expect(slugs.filter((slug) => olds.includes(slug))).toEqual([])
  })

  test('deleted while twenty save: later saves are refused, and the entry of the deletion is the last', async () => {
    for (let round = 0; round < 5; round += 1) {
      const item = await api.publish()
      const save = (index: number) => api.send('PATCH', item.id, savedAs(item, { heroTitle: `Title ${index}` }))
      const answers = await Promise.all([
        ...times(10, save),
        api.send('DELETE', `${item.id}?version=1`),
        ...times(10, (index) => save(index + 10)),
      ])
      const isDeleted = answers[10]?.status === 200
      expect(answers[10]?.status).toBe(isDeleted ? 200 : 409)
      for (const { status } of answers) expect([200, 404, 409]).toContain(status)
      expect(await opened.db.$count(eventConfig, eq(eventConfig.id, item.id))).toBe(isDeleted ? 0 : 1)
      expect((await historyOf(opened.db, item.id))[0]?.action).toBe(isDeleted ? 'event.delete' : 'event.update')
    }
  })

  test('twenty clicks on duplicate make one copy; twenty on restore bring back one event', async () => {
    const item = await api.publish()
    const body = { id: randomUUID(), eventSlug: 'copied-once', eventDate: '2028-01-01', city: 'Elko' }
    const copies = await Promise.all(times(20, () => api.send('POST', `${item.id}/duplicate`, body)))
    expect(tally(copies)).toEqual({ 201: 20 })
    await api.ask(200, 'DELETE', `${body.id}?version=1`)
    const { items } = await api.ask<Page<DeletedEvent>>(200, 'GET', 'deleted')
    const path = `deleted/${items.find(({ id }) => id === body.id)?.auditId}/restore`
    expect(tally(await Promise.all(times(20, () => api.send('POST', path, {}))))).toEqual({ 201: 20 })
    expect(await opened.db.$count(eventConfig, inArray(eventConfig.eventSlug, ['copied-once']))).toBe(1)
    const actions = (await historyOf(opened.db, body.id)).map(({ action }) => action)
    expect(actions).toEqual(['event.restore', 'event.delete', 'event.duplicate'])
  })

  test('a location changed or deleted at the same time causes no deadlock', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { db } = opened
      const [location] = await db.insert(locationLibrary).values({ venueName: 'Hall', city: 'Reno' }).returning()
      const id = location?.id ?? ''
      const item = await api.publish({ locationId: id })
      const change = db.transaction(async (tx) => {
        await tx.select().from(locationLibrary).where(eq(locationLibrary.id, id)).for('update')
        await touchContent(tx, 'changed a location', { id: 'cli' })
        await tx.update(locationLibrary).set({ venueName: 'Other' }).where(eq(locationLibrary.id, id))
      })
      const remove = db.delete(locationLibrary).where(eq(locationLibrary.id, id))
      const answers = await Promise.all([
        api.send('PATCH', item.id, savedAs(item, { heroTitle: 'New' })),
        api.send('POST', '', newEvent({ locationId: id, isPublished: true })),
        change.then(() => remove),
        api.send('PATCH', item.id, savedAs(item, { locationId: null })),
      ])
      for (const answer of answers)
        if (answer instanceof Response) expect([200, 201, 400, 409]).toContain(answer.status)
    }
    expect(await countDeadlocks(opened.db)).toBe(0)
  })
})
