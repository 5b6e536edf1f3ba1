import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentSlots } from '#db/schema/content.ts'
import { eventAgenda, eventTeam, eventVendors } from '#db/schema/events.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { STALE } from '#src/contract/versioned.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { revisionOf } from '../site/event-rows.ts'
import { type ChangedRecord, eventsApi, savedAs } from './event-api.ts'
import { historyOf, storePerson, storeSlot, storeVendor } from './event-part-api.ts'

describe('duplicating an event', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof eventsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await eventsApi(opened.db)
  })
  afterAll(() => opened.close())

  const tulsa = {
    city: 'Tulsa',
    state: 'Oklahoma',
    venueName: 'Foundry Hall',
    eventDate: '2027-01-21',
    earlyBirdDeadline: '2026-12-31',
    heroTitle: 'Stop the next breakdown in Tulsa',
    metaDescription: 'A day at Foundry Hall on January 21, 2027',
  }
  const copyBody = (changes: object = {}) => ({
    id: randomUUID(),
    eventSlug: `copy-${randomUUID().slice(0, 8)}`,
    eventDate: '2028-03-09',
    city: 'Denver',
    state: 'Colorado',
    ...changes,
  })
  const getCopy = (id: string, changes: object = {}) =>
    api.ask<ChangedRecord>(201, 'POST', `${id}/duplicate`, copyBody(changes))

  test('shifts the deadline, forgets what happened to the source and takes its lists along', async () => {
    const { db } = opened
    const source = await api.publish({
      ...tulsa,
      status: 'moved',
      statusNote: 'Moved',
      previousEventDate: '2027-01-14',
    })
    const eventId = source.id
    const slot = { eventId, timeSlot: '8:30am', title: 'Asset walk' }
    await db.insert(eventAgenda).values([
      { ...slot, displayOrder: 1 },
      { ...slot, title: 'Spare', isActive: false, displayOrder: 2 },
    ])
    await db.insert(eventTeam).values({ eventId, teamLibraryId: await storePerson(db, 'Ada'), displayOrder: 1 })
    const vendorLibraryId = await storeVendor(db, 'Gauge')
    await db.insert(eventVendors).values({ eventId, vendorLibraryId, isActive: false, displayOrder: 4 })
    const task = { eventId, title: 'Book the hall', assigneeType: 'vendor', assigneeId: vendorLibraryId } as const
    await db.insert(eventTasks).values({ ...task, dueDays: -30, state: 'done', doneAt: new Date() })
    const blockId = await storeSlot(db, eventId, 'Shoes')
    const before = await revisionOf(db)
    const { item, revision } = await getCopy(eventId)
    expect(item).toMatchObject({ eventDate: '2028-03-09', earlyBirdDeadline: '2028-02-17', city: 'Denver' })
    expect(item).toMatchObject({ isPublished: false, publishedAt: null, status: 'scheduled', version: 1 })
    expect(item).toMatchObject({
      statusNote: null,
      previousEventDate: null,
      venueName: null,
      heroTitle: tulsa.heroTitle,
    })
    expect(revision).toBeNull()
    expect(await revisionOf(db)).toBe(before)
    const agenda = await db.select().from(eventAgenda).where(eq(eventAgenda.eventId, item.id))
    expect(agenda.map(({ title, isActive }) => `${title} ${isActive}`).toSorted()).toEqual([
      'Asset walk true',
      'Spare false',
    ])
    expect(await db.$count(eventTeam, eq(eventTeam.eventId, item.id))).toBe(1)
    const vendors = await db.select().from(eventVendors).where(eq(eventVendors.eventId, item.id))
    expect(vendors).toMatchObject([{ vendorLibraryId, isActive: false, displayOrder: 4 }])
    const tasks = await db.select().from(eventTasks).where(eq(eventTasks.eventId, item.id))
    expect(tasks).toMatchObject([{ title: 'Book the hall', dueDays: -30, doneAt: null }])
    const slots = await db.select().from(contentSlots).where(eq(contentSlots.blockId, blockId))
    expect(slots.map((slot) => [slot.eventId, slot.place, slot.position]).toSorted()).toEqual(
      [eventId, item.id].map((id) => [id, 'bring', 1]).toSorted(),
    )
    expect(await db.$count(eventAgenda, eq(eventAgenda.eventId, eventId))).toBe(2)
    expect((await historyOf(db, item.id))[0]).toMatchObject({ action: 'event.duplicate', before: null })
  })

  test('names the texts that still speak of the source, until they no longer do', async () => {
    const source = await api.publish(tulsa)
    const { item } = await getCopy(source.id)
    const stale = item.staleHints.map(({ field, words }) => `${field}: ${words}`)
    expect(stale).toEqual([
      `registrationUrl: ${source.registrationUrl}`,
      'heroTitle: Tulsa',
      'metaDescription: Foundry Hall',
      'metaDescription: January 21, 2027',
    ])
    expect((await api.read(item.id)).staleHints).toEqual(item.staleHints)
    const mended = {
      heroTitle: 'Stop the next breakdown in Denver',
      metaDescription: 'A day on March 9, 2028',
      registrationUrl: 'https://register.uptime-workshops.example/denver',
    }
    const { item: saved } = await api.write(item.id, savedAs(item, mended), 'PATCH')
    expect(saved.staleHints).toEqual([])
    await api.write(source.id, savedAs(source, { city: 'Bixby' }), 'PATCH')
    const { item: again } = await api.write(item.id, savedAs(saved, { heroTitle: 'Back to Tulsa' }), 'PATCH')
    expect(again.staleHints.map(({ words }) => words)).toEqual(['Tulsa'])
  })

  test('takes the given values instead of the source’s', async () => {
    const source = await api.publish(tulsa)
    const told = {
      eventName: 'Denver Reliability Workshop',
      timezone: 'America/Denver',
      venueName: 'Mile High Hall',
      registrationUrl: 'https://register.uptime-workshops.example/denver',
    }
    const { item } = await getCopy(source.id, told)
    expect(item).toMatchObject({ eventName: told.eventName, eventTimezone: told.timezone, venueName: told.venueName })
    expect(item.registrationUrl).toBe(told.registrationUrl)
  })

  test('twice with one id makes one', async () => {
    const source = await api.publish(tulsa)
    const body = copyBody()
    await getCopy(source.id, body)
    await getCopy(source.id, body)
    expect(await historyOf(opened.db, body.id)).toHaveLength(1)
  })

  test('twice with one id, but for another city, is a conflict', async () => {
    const source = await api.publish(tulsa)
    const body = copyBody()
    await getCopy(source.id, body)
    const problem = await problemOf(await api.send('POST', `${source.id}/duplicate`, { ...body, city: 'Wichita' }))
    expect(problem).toMatchObject({ status: 409, detail: STALE })
    expect(await historyOf(opened.db, body.id)).toHaveLength(1)
  })

  test('is refused at the field that is at fault', async () => {
    const source = await api.publish(tulsa)
    const refused = async (changes: object) =>
      problemOf(await api.send('POST', `${source.id}/duplicate`, copyBody(changes)))
    expect(await refused({ eventSlug: source.eventSlug })).toMatchObject({
      status: 409,
      errors: [{ field: 'eventSlug' }],
    })
    expect(await refused({ eventDate: '2028-02-30' })).toMatchObject({ status: 400, errors: [{ field: 'eventDate' }] })
    expect(await refused({ timezone: 'Mars/Olympus' })).toMatchObject({ status: 400, errors: [{ field: 'timezone' }] })
    expect(await refused({ isPublished: true })).toMatchObject({ status: 400, errors: [{ field: 'isPublished' }] })
  })
})
