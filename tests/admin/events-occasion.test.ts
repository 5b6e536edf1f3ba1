import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { STALE } from '#src/contract/versioned.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { wishes } from '../site/event-rows.ts'
import { eventsApi, savedAs } from './event-api.ts'
import { historyOf } from './event-part-api.ts'

describe('calling off and moving an event', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof eventsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await eventsApi(opened.db)
  })
  afterAll(() => opened.close())

  test.each(['cancelled', 'postponed'] as const)('%s says so with a note, audited and shown', async (status) => {
    const { id, eventSlug } = await api.publish()
    const { item, revision } = await api.write(`${id}/status`, {
      version: 1,
      status,
      statusNote: 'The hall is flooded.',
    })
    expect(item).toMatchObject({ status, statusNote: 'The hall is flooded.', isPublished: true, version: 2 })
    expect(item).toMatchObject({ eventDate: '2027-05-20', previousEventDate: null })
    expect(await wishes(opened.db)).toContain(`${revision} queued ${status}: ${eventSlug}`)
    expect((await historyOf(opened.db, id))[0]).toMatchObject({
      action: `event.${status}`,
      before: { status: 'scheduled' },
    })
  })

  test('a move keeps the former day, and moves the deadline along unless asked not to', async () => {
    const { id } = await api.publish()
    const move = { version: 1, status: 'moved', eventDate: '2027-06-03' }
    const { item } = await api.write(`${id}/status`, move)
    expect(item).toMatchObject({ status: 'moved', eventDate: '2027-06-03', previousEventDate: '2027-05-20' })
    expect(item).toMatchObject({ earlyBirdDeadline: '2027-05-04' })
    const again = { version: 2, status: 'moved', eventDate: '2027-07-01', deadline: 'keep' }
    const { item: twice } = await api.write(`${id}/status`, again)
    expect(twice).toMatchObject({ previousEventDate: '2027-06-03', earlyBirdDeadline: '2027-05-04' })
  })

  test('back to plan forgets the note and the day it had, and may name another day', async () => {
    const { id } = await api.publish()
    await api.write(`${id}/status`, { version: 1, status: 'moved', eventDate: '2027-06-03', statusNote: 'Moved' })
    const back = { version: 2, status: 'scheduled', eventDate: '2027-05-20' }
    const { item } = await api.write(`${id}/status`, back)
    expect(item).toMatchObject({ status: 'scheduled', eventDate: '2027-05-20', earlyBirdDeadline: '2027-04-20' })
    expect(item).toMatchObject({ statusNote: null, previousEventDate: null, version: 3 })
  })

  test('a draft that is called off needs no build', async () => {
    const { item } = await api.create()
    const { asked } = api.builds
    expect((await api.write(`${item.id}/status`, { version: 1, status: 'cancelled' })).revision).toBeNull()
    expect(api.builds.asked).toBe(asked)
  })

  test.each<[object, string | undefined]>([
    [{ status: 'moved' }, 'eventDate'],
    [{ status: 'moved', eventDate: '2027-05-20' }, 'eventDate'],
    [{ status: 'moved', eventDate: '2027-04-01', deadline: 'keep' }, 'deadline'],
    [{ status: 'cancelled', eventDate: '2027-06-03' }, 'eventDate'],
    [{ status: 'cancelled', statusNote: 'a'.repeat(501) }, 'statusNote'],
    [{ status: 'lost' }, 'status'],
  ])('%j is refused at %s', async (change, field) => {
    const { item } = await api.create()
    const problem = await problemOf(await api.send('POST', `${item.id}/status`, { version: 1, ...change }))
    expect(problem).toMatchObject({ status: 400, errors: [{ field }] })
    expect(await api.read(item.id)).toMatchObject({ version: 1, status: 'scheduled' })
  })

  test('from a stale version is refused', async () => {
    const { item } = await api.create()
    await api.write(item.id, savedAs(item, { city: 'Elko' }), 'PATCH')
    const problem = await problemOf(await api.send('POST', `${item.id}/status`, { version: 1, status: 'cancelled' }))
    expect(problem).toMatchObject({ status: 409, detail: STALE })
  })

  test('a published event that lacks something from before may be called off all the same', async () => {
    const { id } = await api.publish()
    await opened.db.update(eventConfig).set({ registrationUrl: null }).where(eq(eventConfig.id, id))
    const { item } = await api.write(`${id}/status`, { version: 1, status: 'cancelled' })
    expect(item).toMatchObject({ status: 'cancelled', missing: ['a registration URL'] })
  })
})
