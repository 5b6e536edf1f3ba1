import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { LOCATION_GONE } from '#src/contract/location.ts'
import { BAD_SLUG, slugRedirects, slugTaken } from '#src/contract/slug.ts'
import { STALE } from '#src/contract/versioned.ts'
import { renameEvent } from '#src/domain/events/update-event.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { revisionOf, wishes } from '../site/event-rows.ts'
import { eventsApi, newEvent, savedAs } from './event-api.ts'
import { ADMIN_ID, historyOf, someone } from './event-part-api.ts'

describe('events for editors', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof eventsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await eventsApi(opened.db)
  })
  afterAll(() => opened.close())

  describe('making one', () => {
    test('stores a draft, audited, with no build', async () => {
      const { asked } = api.builds
      const { item, revision } = await api.create({ eventSlug: 'made-first' })
      expect(item).toMatchObject({ eventSlug: 'made-first', isPublished: false, version: 1, createdBy: ADMIN_ID })
      expect(item).toMatchObject({ missing: [], staleHints: [], eventTimeStart: '08:30:00' })
      expect(revision).toBeNull()
      expect(api.builds.asked).toBe(asked)
      const [entry] = await historyOf(opened.db, item.id)
      expect(entry).toMatchObject({ actor: ADMIN_ID, action: 'event.create', before: null })
      expect(entry?.after).toMatchObject({ eventSlug: 'made-first' })
    })

    test('published at once, asks for the build that shows it', async () => {
      const { asked } = api.builds
      const before = await revisionOf(opened.db)
      const { item, revision } = await api.create({ eventSlug: 'made-public', isPublished: true })
      expect(revision).toBe(before + 1)
      expect(item.publishedAt).not.toBeNull()
      expect(await wishes(opened.db)).toContain(`${revision} queued published made-public`)
      expect(api.builds.asked).toBe(asked + 1)
    })

    test('twice with one id makes one', async () => {
      const body = newEvent({ eventSlug: 'made-twice', isPublished: true })
      await api.ask(201, 'POST', '', body)
      const again = await api.ask<{ item: { id: string }; revision: null }>(201, 'POST', '', body)
      expect(again).toMatchObject({ item: { id: body.id, version: 1 }, revision: null })
      expect(await historyOf(opened.db, body.id)).toHaveLength(1)
    })

    test.each([{ heroTitle: 'Corrected' }, { isPublished: true }, { eventSlug: 'made-otherwise' }])(
      'twice with one id, the second time with %j, is told and loses nothing unseen',
      async (changes) => {
        const body = newEvent({ eventSlug: `made-once-${randomUUID().slice(0, 8)}` })
        const first = await api.ask<{ item: object }>(201, 'POST', '', body)
        const problem = await problemOf(await api.send('POST', '', { ...body, ...changes }))
        expect(problem).toMatchObject({ status: 409, code: 'conflict', detail: STALE })
        expect(await api.ask(200, 'GET', body.id)).toEqual(first.item)
        expect(await historyOf(opened.db, body.id)).toHaveLength(1)
      },
    )

    test.each([
      [{ eventName: 'Four' }, 'eventName', 'Event name must be at least 5 characters'],
      [{ eventSlug: 'Not OK' }, 'eventSlug', BAD_SLUG],
      [{ earlyBirdPrice: 0 }, 'earlyBirdPrice', 'Early bird price must be a positive number'],
      [{ eventTimeEnd: '08:00' }, 'eventTimeEnd', 'End time must be after start time'],
      [
        { registrationUrl: 'https://elsewhere.example/x' },
        'registrationUrl',
        'Registration URL must start with https://register.uptime-workshops.example/',
      ],
      [{ locationId: randomUUID() }, 'locationId', LOCATION_GONE],
      [{ version: 1 }, 'version', UNKNOWN_FIELD],
    ])('with %j is refused at its field', async (change, field, message) => {
      const problem = await problemOf(await api.send('POST', '', newEvent(change)))
      expect(problem).toMatchObject({ status: 400, errors: [{ field, message }] })
    })

    test('under a slug that another event has or had is refused at the slug', async () => {
      const { item } = await api.create({ eventSlug: 'owned-slug' })
      await renameEvent(opened.db, 'owned-slug', 'owned-slug-2', { id: 'cli' })
      const taken = await problemOf(await api.send('POST', '', newEvent({ eventSlug: 'owned-slug-2' })))
      expect(taken).toMatchObject({ status: 409, errors: [{ field: 'eventSlug' }] })
      expect(taken.detail).toBe(slugTaken('owned-slug-2'))
      const led = await problemOf(await api.send('POST', '', newEvent({ eventSlug: 'owned-slug' })))
      expect(led).toMatchObject({ status: 409, detail: slugRedirects('owned-slug', 'owned-slug-2') })
      expect((await api.read(item.id)).eventSlug).toBe('owned-slug-2')
    })
  })

  describe('saving one', () => {
    test('a draft changes what is stored and asks for no build', async () => {
      const { item } = await api.create()
      const { asked } = api.builds
      const { item: saved, revision } = await api.write(item.id, savedAs(item, { city: 'Sparks' }), 'PATCH')
      expect(saved).toMatchObject({ city: 'Sparks', version: 2 })
      expect(revision).toBeNull()
      expect(api.builds.asked).toBe(asked)
      const [entry] = await historyOf(opened.db, item.id)
      expect(entry).toMatchObject({ action: 'event.update', before: { city: 'Reno' }, after: { city: 'Sparks' } })
    })

    test('a published one bumps the content and queues the build', async () => {
      const item = await api.publish({ eventSlug: 'saved-public' })
      const { revision } = await api.write(item.id, savedAs(item, { heroTitle: 'New' }), 'PATCH')
      expect(revision).toBe(await revisionOf(opened.db))
      expect(await wishes(opened.db)).toContain(`${revision} queued edited saved-public`)
    })

    test('publishes and unpublishes as it says, and each is shown', async () => {
      const { item } = await api.create({ eventSlug: 'saved-both-ways' })
      const { item: up, revision } = await api.write(item.id, savedAs(item, { isPublished: true }), 'PATCH')
      expect(await wishes(opened.db)).toContain(`${revision} queued published saved-both-ways`)
      const { revision: down } = await api.write(item.id, savedAs(up, { isPublished: false }), 'PATCH')
      expect(await wishes(opened.db)).toContain(`${down} queued unpublished saved-both-ways`)
    })

    test('a save of the present values is not a change, whichever version it was made from', async () => {
      const item = await api.publish()
      const body = savedAs(item, { heroTitle: 'Once' })
      await api.write(item.id, body, 'PATCH')
      expect(await api.write(item.id, body, 'PATCH')).toMatchObject({ item: { version: 2 }, revision: null })
      expect(await historyOf(opened.db, item.id)).toHaveLength(2)
    })

    test('from a stale version is refused, and nothing is lost', async () => {
      const { item } = await api.create()
      await api.write(item.id, savedAs(item, { city: 'Sparks' }), 'PATCH')
      const problem = await problemOf(await api.send('PATCH', item.id, savedAs(item, { city: 'Elko' })))
      expect(problem).toMatchObject({ status: 409, detail: STALE })
      expect((await api.read(item.id)).city).toBe('Sparks')
    })

    test('under a new slug keeps the old one as a redirect, and going back takes it away', async () => {
      const { item } = await api.create({ eventSlug: 'walk-a' })
      const { item: b } = await api.write(item.id, savedAs(item, { eventSlug: 'walk-b' }), 'PATCH')
      const redirects = async () =>
        (await opened.db.select().from(eventSlugRedirects).where(eq(eventSlugRedirects.eventId, item.id))).map(
          (row) => row.oldSlug,
        )
      expect(await redirects()).toEqual(['walk-a'])
      await api.write(item.id, savedAs(b, { eventSlug: 'walk-a' }), 'PATCH')
      expect(await redirects()).toEqual(['walk-b'])
      const { item: other } = await api.create()
      const problem = await problemOf(await api.send('PATCH', other.id, savedAs(other, { eventSlug: 'walk-b' })))
      expect(problem).toMatchObject({ status: 409, errors: [{ field: 'eventSlug' }] })
      expect(problem.detail).toBe(slugRedirects('walk-b', 'walk-a'))
    })

    test('must say whether it is published and takes place', async () => {
      const { item } = await api.create()
      const { isPublished: _isPublished, ...body } = savedAs(item)
      const problem = await problemOf(await api.send('PATCH', item.id, body))
      expect(problem).toMatchObject({ status: 400, errors: [{ field: 'isPublished' }] })
    })

    test('takes a location of the library and forgets one that is deleted', async () => {
      const [location] = await opened.db.insert(locationLibrary).values({ venueName: 'Hall', city: 'Reno' }).returning()
      const { item } = await api.create({ locationId: location?.id })
      expect(item.locationId).toBe(location?.id)
      await opened.db.delete(locationLibrary).where(eq(locationLibrary.id, location?.id ?? ''))
      const problem = await problemOf(await api.send('PATCH', item.id, savedAs(item, { city: 'Elko' })))
      expect(problem).toMatchObject({ status: 400, errors: [{ field: 'locationId' }] })
    })
  })

  describe('publishing', () => {
    test('goes by id, shows the event and is said with its revision', async () => {
      const { item } = await api.create({ eventSlug: 'by-id' })
      const { asked } = api.builds
      const { item: published, revision } = await api.write(`${item.id}/publish`, {})
      expect(published).toMatchObject({ isPublished: true, version: 2 })
      expect(revision).toBe(await revisionOf(opened.db))
      expect(api.builds.asked).toBe(asked + 1)
      expect(await api.write(`${item.id}/publish`, {})).toMatchObject({ revision: null })
      const { revision: gone } = await api.write(`${item.id}/unpublish`)
      expect(await wishes(opened.db)).toContain(`${gone} queued unpublished by-id`)
    })

    test('needs what a page cannot do without, and says so', async () => {
      const { item } = await api.create({ eventSlug: 'not-ready' })
      await opened.db.update(eventConfig).set({ registrationUrl: null }).where(eq(eventConfig.id, item.id))
      expect((await api.read(item.id)).missing).toEqual(['a registration URL'])
      const problem = await problemOf(await api.send('POST', `${item.id}/publish`, {}))
      expect(problem.status).toBe(400)
      expect(problem.detail).toBe('not-ready cannot be published yet. It needs a registration URL.')
    })
  })

  test('what is not there answers 404, whatever is asked of it', async () => {
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { ...savedAs((await api.create()).item), version: 1 }],
      ['DELETE', '?version=1'],
      ['GET', '/losses'],
      ['GET', '/history'],
      ['POST', '/publish', {}],
      ['POST', '/unpublish'],
      ['POST', '/status', { status: 'cancelled', version: 1 }],
      ['POST', '/duplicate', { id: randomUUID(), eventSlug: 'no-source', eventDate: '2027-01-01' }],
      ['POST', '/history/1/restore', { version: 1 }],
    ]
    for (const id of [randomUUID(), 'not-an-id'])
      for (const [method, path, body] of calls) {
        const problem = await problemOf(await api.send(method, id + path, body))
        expect(problem.status, `${method} ${path}`).toBe(404)
      }
  })

  test.each([
    ['nobody', null, 401],
    ['a member', someone(), 403],
    ['a moderator', someone('moderator'), 403],
  ])('%s is turned away from every route', async (_who, viewer, status) => {
    const { item } = await api.create()
    const other = await eventsApi(opened.db, viewer)
    const calls: [string, string][] = [
      ['GET', ''],
      ['POST', ''],
      ['GET', 'deleted'],
      ['POST', 'deleted/1/restore'],
      ['GET', item.id],
      ['PATCH', item.id],
      ['DELETE', `${item.id}?version=1`],
      ['GET', `${item.id}/losses`],
      ['GET', `${item.id}/history`],
      ['POST', `${item.id}/history/1/restore`],
      ['POST', `${item.id}/publish`],
      ['POST', `${item.id}/unpublish`],
      ['POST', `${item.id}/status`],
      ['POST', `${item.id}/duplicate`],
    ]
    for (const [method, path] of calls)
      expect((await other.send(method, path, method === 'GET' ? undefined : {})).status, path).toBe(status)
    expect((await api.read(item.id)).version).toBe(1)
  })
})
