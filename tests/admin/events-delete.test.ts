import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyticsHours } from '#db/schema/analytics.ts'
import { contentBlocks, contentSlots } from '#db/schema/content.ts'
import { eventAgenda, eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { deliveries, logisticsAnswers, logisticsPeople, runItems } from '#db/schema/logistics.ts'
import { eventTasks, taskSubmissions } from '#db/schema/tasks.ts'
import { DELETED_ACCOUNT } from '#src/contract/audit-log.ts'
import type { DeletedEvent, EventLosses, RestoredEvent } from '#src/contract/event-history.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import type { Page } from '#src/contract/page.ts'
import { slugRedirects, slugTaken } from '#src/contract/slug.ts'
import { STALE } from '#src/contract/versioned.ts'
import { renameEvent } from '#src/domain/events/update-event.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { wishes } from '../site/event-rows.ts'
import { eventsApi, savedAs } from './event-api.ts'
import { historyOf, storePerson, storeSlot, storeVendor } from './event-part-api.ts'

describe('deleting an event', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof eventsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await eventsApi(opened.db)
  })
  afterAll(() => opened.close())

  /** A published event with one of everything, and a slug it had. */
  const whole = async (slug: string) => {
    const { db } = opened
    const { id: eventId } = await api.publish({ eventSlug: `${slug}-old`, heroTitle: 'Kept' })
    await renameEvent(db, `${slug}-old`, slug, { id: 'cli' })
    const teamLibraryId = await storePerson(db, `Ada of ${slug}`)
    const vendorLibraryId = await storeVendor(db, `Gauge of ${slug}`)
    await db.insert(eventAgenda).values({ eventId, timeSlot: '8am', title: 'Walk', displayOrder: 3, isActive: false })
    await db.insert(eventTeam).values({ eventId, teamLibraryId, displayOrder: 1 })
    await db.insert(eventVendors).values({ eventId, vendorLibraryId, displayOrder: 2 })
    const blockId = await storeSlot(db, eventId, `Shoes of ${slug}`)
    const task = { title: 'Ship the samples', assigneeType: 'vendor', assigneeId: vendorLibraryId } as const
    await db.insert(eventTasks).values({ eventId, ...task, dueDays: -7, state: 'done', doneAt: new Date(NOON) })
    return { item: await api.read(eventId), teamLibraryId, vendorLibraryId, blockId }
  }
  const remove = (id: string, version: number) => api.write(`${id}?version=${version}`, undefined, 'DELETE')
  const deleted = async (query = '') => (await api.ask<Page<DeletedEvent>>(200, 'GET', `deleted${query}`)).items
  const auditIdOf = async (id: string) => (await deleted('?limit=100')).find((line) => line.id === id)?.auditId ?? 0
  const restore = (auditId: number, body: object = {}) =>
    api.ask<RestoredEvent>(201, 'POST', `deleted/${auditId}/restore`, body)
  const getParts = async (id: string) => {
    const { db } = opened
    return {
      agenda: await db.select().from(eventAgenda).where(eq(eventAgenda.eventId, id)),
      team: await db.select().from(eventTeam).where(eq(eventTeam.eventId, id)),
      vendors: await db.select().from(eventVendors).where(eq(eventVendors.eventId, id)),
      tasks: await db.select().from(eventTasks).where(eq(eventTasks.eventId, id)),
      slots: await db.select().from(contentSlots).where(eq(contentSlots.eventId, id)),
    }
  }

  test('says before what is lost', async () => {
    const { item } = await whole('losing')
    const hour = { day: '2026-11-20', pagePath: '/', kind: 'view', n: 2 }
    await opened.db.insert(analyticsHours).values([
      { ...hour, eventSlug: 'losing', hour: new Date('2026-11-20T18:00:00Z') },
      { ...hour, eventSlug: 'losing-old', hour: new Date('2026-11-20T19:00:00Z') },
      { ...hour, eventSlug: 'losing', hour: new Date('2026-11-20T19:00:00Z'), kind: 'agenda' },
      { ...hour, eventSlug: 'another', hour: new Date('2026-11-20T19:00:00Z') },
    ])
    const losses = await api.ask<EventLosses>(200, 'GET', `${item.id}/losses`)
    expect(losses).toEqual({
      ...{ isPublished: true, agenda: 1, team: 1, vendors: 1, redirects: 1, tasks: 1, slots: 1, pageViews: 4 },
      ...{ runItems: 0, deliveries: 0, lost: { people: 0, answers: 0, theirDeliveries: 0, handedIn: 0 } },
    })
  })

  test('takes all of it away, shown and audited whole', async () => {
    const { item } = await whole('gone-for-good')
    const { revision } = await remove(item.id, item.version)
    expect(await wishes(opened.db)).toContain(`${revision} queued deleted gone-for-good`)
    expect((await api.send('GET', item.id)).status).toBe(404)
    expect(await getParts(item.id)).toEqual({ agenda: [], team: [], vendors: [], tasks: [], slots: [] })
    const [entry] = await historyOf(opened.db, item.id)
    expect(entry).toMatchObject({ action: 'event.delete', after: null })
    expect(entry?.before).toMatchObject({
      eventSlug: 'gone-for-good',
      agenda: [{ title: 'Walk' }],
      team: [{ fullName: 'Ada of gone-for-good' }],
      vendors: [{ vendorName: 'Gauge of gone-for-good' }],
      redirects: [{ oldSlug: 'gone-for-good-old' }],
      slots: [{ place: 'bring', title: 'Shoes of gone-for-good' }],
    })
    expect((await api.send('DELETE', `${item.id}?version=${item.version}`)).status).toBe(404)
  })

  test('of a draft needs no build; from a stale or missing version it is refused', async () => {
    const { item } = await api.create()
    await api.write(item.id, savedAs(item, { city: 'Elko' }), 'PATCH')
    expect(await problemOf(await api.send('DELETE', `${item.id}?version=1`))).toMatchObject({
      status: 409,
      detail: STALE,
    })
    expect((await problemOf(await api.send('DELETE', item.id))).status).toBe(400)
    expect((await problemOf(await api.send('DELETE', `${item.id}?version=x`))).status).toBe(400)
    expect((await remove(item.id, 2)).revision).toBeNull()
  })

  test('can be undone: all comes back as it was, as a draft', async () => {
    const { item } = await whole('back-again')
    const before = await getParts(item.id)
    await remove(item.id, item.version)
    const line = (await deleted()).find(({ id }) => id === item.id)
    expect(line).toMatchObject({ eventSlug: 'back-again', wasPublished: true, by: DELETED_ACCOUNT })
    expect(line?.parts).toEqual({
      ...{ agenda: 1, team: 1, vendors: 1, redirects: 1, tasks: 1, slots: 1, runItems: 0, deliveries: 0 },
    })
    const { item: back, leftOut } = await restore(line?.auditId ?? 0)
    expect(leftOut).toEqual([])
    expect(savedAs(back)).toEqual(savedAs(item, { isPublished: false, version: item.version + 1 }))
    expect(back).toMatchObject({ id: item.id, publishedAt: item.publishedAt, createdAt: item.createdAt })
    const withoutTimes = (rows: object[]) => rows.map((row) => ({ ...row, createdAt: null, updatedAt: null }))
    const after = await getParts(item.id)
    for (const kind of ['agenda', 'team', 'vendors', 'tasks', 'slots'] as const)
      expect(withoutTimes(after[kind])).toEqual(withoutTimes(before[kind]))
    const { item: other } = await api.create()
    const problem = await problemOf(await api.send('PATCH', other.id, savedAs(other, { eventSlug: 'back-again-old' })))
    expect(problem.detail).toBe(slugRedirects('back-again-old', 'back-again'))
    expect(await auditIdOf(item.id)).toBe(0)
    expect((await historyOf(opened.db, item.id))[0]).toMatchObject({ action: 'event.restore' })
  })

  test('takes what people said and handed in away for good, says so before and after, and asks for it again', async () => {
    const { db } = opened
    const { item, vendorLibraryId } = await whole('worked-on')
    const eventId = item.id
    const personId = randomUUID()
    const person = { name: 'Maria Ortiz', email: 'maria@works.example', emailKey: 'maria@works.example' }
    await db.insert(logisticsPeople).values({ id: personId, eventId, role: 'vendor', ...person })
    for (const sectionKey of ['meals', 'travel'])
      await db.insert(logisticsAnswers).values({ personId, sectionKey, value: { note: 'KANARI' }, answeredBy: 'self' })
    const own = { title: 'Banner', pieces: 2, expectedOn: '2027-01-19', expectedAt: '09:00:00', receivedBy: 'KANARI' }
    await db.insert(deliveries).values([
      { eventId, ...own },
      { eventId, personId, title: 'KANARI', enteredBy: 'person' },
    ])
    const line = { days: -1, startsAt: '16:00:00', minutes: 45, title: 'Set up the room', kind: 'setup' } as const
    await db.insert(runItems).values({ eventId, ...line, owner: 'KANARI' })
    const task = { eventId, assigneeType: 'vendor', assigneeId: vendorLibraryId, dueDays: -7 } as const
    const states = ['submitted', 'returned', 'done', 'waived'] as const
    for (const state of states) {
      const isOver = state === 'done' || state === 'waived'
      const [stored] = await db
        .insert(eventTasks)
        .values({ ...task, title: state, kind: 'text', state, note: 'Why', doneAt: isOver ? new Date(NOON) : null })
        .returning()
      await db
        .insert(taskSubmissions)
        .values({ taskId: stored?.id ?? '', submittedBy: 'contact:x', value: { kind: 'text', text: 'KANARI' } })
    }
    const losses = await api.ask<EventLosses>(200, 'GET', `${eventId}/losses`)
    expect(losses).toMatchObject({ runItems: 1, deliveries: 1, tasks: 5 })
    expect(losses.lost).toEqual({ people: 1, answers: 2, theirDeliveries: 1, handedIn: 4 })
    await remove(eventId, item.version)
    const [entry] = await historyOf(db, eventId)
    expect(JSON.stringify(entry)).not.toMatch(/KANARI|Ortiz|maria@/)
    const { leftOut } = await restore(await auditIdOf(eventId))
    expect(leftOut).toEqual([
      '1 person with 2 answered sections of their forms',
      '1 delivery that people announced',
      'what was handed in for 4 tasks',
    ])
    const back = (await getParts(eventId)).tasks.map(({ title, state, doneAt }) => [title, state, doneAt !== null])
    expect(back.toSorted()).toEqual([
      ['Ship the samples', 'done', true],
      ['done', 'open', false],
      ['returned', 'open', false],
      ['submitted', 'open', false],
      ['waived', 'waived', true],
    ])
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.eventId, eventId))
    expect(delivery).toMatchObject({ ...own, receivedBy: null })
    const [lineBack] = await db.select().from(runItems).where(eq(runItems.eventId, eventId))
    expect(lineBack).toMatchObject({ ...line, owner: null })
  })

  test('and undone twice comes back once', async () => {
    const { item } = await whole('back-once')
    await remove(item.id, item.version)
    const auditId = await auditIdOf(item.id)
    await restore(auditId)
    expect((await restore(auditId)).item.version).toBe(item.version + 1)
    expect((await getParts(item.id)).agenda).toHaveLength(1)
  })

  test('what the libraries no longer have is left out and named', async () => {
    const { db } = opened
    const { item, teamLibraryId, vendorLibraryId, blockId } = await whole('back-poorer')
    await remove(item.id, item.version)
    await db.delete(teamLibrary).where(eq(teamLibrary.id, teamLibraryId))
    await db.delete(vendorLibrary).where(eq(vendorLibrary.id, vendorLibraryId))
    await db.delete(contentBlocks).where(eq(contentBlocks.id, blockId))
    await api.create({ eventSlug: 'back-poorer-old' })
    const { leftOut } = await restore(await auditIdOf(item.id))
    expect(leftOut).toEqual([
      'Ada of back-poorer (no longer in the team library)',
      'Gauge of back-poorer (no longer in the vendor library)',
      'Shoes of back-poorer (no longer in the content library)',
      'the redirect from back-poorer-old (now used by another event)',
    ])
    expect(await getParts(item.id)).toMatchObject({ agenda: [{}], team: [], vendors: [], slots: [] })
  })

  test('comes back under another slug where its own is taken', async () => {
    const { item } = await api.create({ eventSlug: 'taken-since' })
    await remove(item.id, item.version)
    await api.create({ eventSlug: 'taken-since' })
    const auditId = await auditIdOf(item.id)
    const problem = await problemOf(await api.send('POST', `deleted/${auditId}/restore`, {}))
    expect(problem).toMatchObject({ status: 409, errors: [{ field: 'eventSlug' }] })
    expect(problem.detail).toBe(slugTaken('taken-since'))
    const { item: back } = await restore(auditId, { eventSlug: 'taken-since-2' })
    expect(back).toMatchObject({ id: item.id, eventSlug: 'taken-since-2' })
  })

  test('only a deletion can be undone', async () => {
    const { item } = await api.create()
    const [entry] = await historyOf(opened.db, item.id)
    for (const auditId of [entry?.id, 999_999_999, 0, 'x', randomUUID()]) {
      const problem = await problemOf(await api.send('POST', `deleted/${auditId}/restore`, {}))
      expect(problem).toMatchObject({ status: 404, detail: NOT_FOUND.deletedEvent })
    }
  })

  test('the list of deleted events pages, latest first, and knows one that was deleted again once', async () => {
    const { item } = await api.create({ eventSlug: 'deleted-again' })
    await remove(item.id, item.version)
    const { item: back } = await restore(await auditIdOf(item.id))
    await remove(item.id, back.version)
    const all = await deleted('?limit=100')
    expect(all.filter(({ id }) => id === item.id)).toHaveLength(1)
    expect(all[0]?.id).toBe(item.id)
    const first = await api.ask<Page<DeletedEvent>>(200, 'GET', 'deleted?limit=1')
    const second = await api.ask<Page<DeletedEvent>>(200, 'GET', `deleted?limit=1&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items]).toEqual(all.slice(0, 2))
    expect(await opened.db.$count(eventConfig, eq(eventConfig.id, item.id))).toBe(0)
  })
})
