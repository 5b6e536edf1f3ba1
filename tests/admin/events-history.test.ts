import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import { ACTOR_NAMES } from '#src/contract/audit-log.ts'
import type { HistoryLine } from '#src/contract/event-history.ts'
import type { Page } from '#src/contract/page.ts'
import { STALE } from '#src/contract/versioned.ts'
import { publishEvent } from '#src/domain/events/publish-event.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { wishes } from '../site/event-rows.ts'
import { eventsApi, savedAs } from './event-api.ts'
import { historyOf, someone, storeVendor } from './event-part-api.ts'

describe('the history of an event', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof eventsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await eventsApi(opened.db)
  })
  afterAll(() => opened.close())

  const history = (id: string, query = '') => api.ask<Page<HistoryLine>>(200, 'GET', `${id}/history${query}`)
  const getEntry = async (id: string, action: string) =>
    (await history(id)).items.find((line) => line.action === action)?.auditId ?? 0
  const restore = (id: string, auditId: number, version: number) =>
    api.write(`${id}/history/${auditId}/restore`, { version })

  test('says who changed which field from what to what, newest first', async () => {
    const { id: editor } = await preparePerson(opened.db, { level: 1, approval: 'approved', roles: ['admin'] })
    const named = await eventsApi(opened.db, { ...someone('admin'), id: editor })
    const { item } = await named.create()
    await named.write(item.id, savedAs(item, { city: 'Sparks', workshopBenefits: ['Lunch'] }), 'PATCH')
    await publishEvent(opened.db, { id: item.id }, { id: 'cli' })
    const { items } = await history(item.id)
    expect(items.map(({ action }) => action)).toEqual(['event.publish', 'event.update', 'event.create'])
    expect(items[0]).toMatchObject({ by: ACTOR_NAMES.cli, isVersion: true })
    expect(items[0]?.changes).toEqual([{ field: 'isPublished', before: false, after: true }])
    expect(items[1]?.by).toMatch(/^p[0-9a-f]{12}$/)
    expect(items[1]?.changes).toEqual([
      { field: 'city', before: 'Reno', after: 'Sparks' },
      { field: 'workshopBenefits', before: [], after: ['Lunch'] },
    ])
    expect(items[2]?.changes).toContainEqual({ field: 'city', before: null, after: 'Reno' })
  })

  test('has the lists of the event too, which are no version of its fields', async () => {
    const { item } = await api.create()
    const vendorLibraryIds = [await storeVendor(opened.db, 'Gauge')]
    await api.ask(200, 'POST', `${item.id}/vendors`, { vendorLibraryIds })
    const [line] = (await history(item.id)).items
    expect(line).toMatchObject({ action: 'event.vendors.add', isVersion: false, changes: [{ field: 'vendors' }] })
    const problem = await problemOf(
      await api.send('POST', `${item.id}/history/${line?.auditId}/restore`, { version: 1 }),
    )
    expect(problem).toMatchObject({ status: 404, detail: 'Version not found.' })
  })

  test('is empty for an unchanged event', async () => {
    const id = await storeEvent(opened.db)
    expect(await history(id)).toEqual({ items: [], nextCursor: null })
  })

  test('pages through every entry once, and outlives the event', async () => {
    const { item } = await api.create()
    await api.write(item.id, savedAs(item, { city: 'Elko' }), 'PATCH')
    await api.ask(200, 'DELETE', `${item.id}?version=2`)
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const page: Page<HistoryLine> = await history(item.id, `?limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ action }) => action))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(['event.delete', 'event.update', 'event.create'])
  })

  test('puts the fields back to what they were after an entry, and publication stays', async () => {
    const { item } = await api.create({ eventSlug: 'then-and-now', heroTitle: 'First' })
    const { item: second } = await api.write(
      item.id,
      savedAs(item, { heroTitle: 'Second', eventSlug: 'now-and-then', isPublished: true }),
      'PATCH',
    )
    const { item: back, revision } = await restore(item.id, await getEntry(item.id, 'event.create'), second.version)
    expect(savedAs(back)).toEqual(savedAs(item, { isPublished: true, version: 3 }))
    expect(await wishes(opened.db)).toContain(`${revision} queued renamed now-and-then to then-and-now`)
    expect((await historyOf(opened.db, item.id))[0]).toMatchObject({ action: 'event.restore_version' })
  })

  test('a location that is gone since is left out', async () => {
    const [location] = await opened.db.insert(locationLibrary).values({ venueName: 'Hall', city: 'Reno' }).returning()
    const { item } = await api.create({ locationId: location?.id })
    await api.write(item.id, savedAs(item, { city: 'Elko' }), 'PATCH')
    await opened.db.delete(locationLibrary).where(eq(locationLibrary.id, location?.id ?? ''))
    const { item: back } = await restore(item.id, await getEntry(item.id, 'event.create'), 2)
    expect(back).toMatchObject({ city: 'Reno', locationId: null })
  })

  test('values that are no longer valid are refused with a sentence', async () => {
    const { item } = await api.create()
    await opened.db
      .update(eventConfig)
      .set({ registrationUrl: null, eventTimeEnd: null })
      .where(eq(eventConfig.id, item.id))
    await api.write(`${item.id}/status`, { version: 1, status: 'cancelled' })
    const mended = { registrationUrl: item.registrationUrl, eventTimeEnd: '15:45:00', status: 'scheduled', version: 2 }
    await api.write(item.id, savedAs(item, mended), 'PATCH')
    const auditId = await getEntry(item.id, 'event.cancelled')
    const problem = await problemOf(await api.send('POST', `${item.id}/history/${auditId}/restore`, { version: 3 }))
    expect(problem.status).toBe(400)
    expect(problem.detail).toMatch(/^This version can no longer be saved\. /)
    expect(problem.detail).toContain('eventTimeEnd')
    expect(problem.detail).toContain('registrationUrl')
  })

  test('a slug that another event has by now, a stale version and an entry of another event are refused', async () => {
    const { item } = await api.create({ eventSlug: 'slug-of-old' })
    await api.write(item.id, savedAs(item, { city: 'Elko' }), 'PATCH')
    const auditId = await getEntry(item.id, 'event.create')
    expect(
      await problemOf(await api.send('POST', `${item.id}/history/${auditId}/restore`, { version: 1 })),
    ).toMatchObject({ status: 409, detail: STALE })
    const { item: other } = await api.create()
    expect((await api.send('POST', `${other.id}/history/${auditId}/restore`, { version: 1 })).status).toBe(404)
    expect((await api.send('POST', `${other.id}/history/${auditId}/restore`, {})).status).toBe(400)
  })
})
