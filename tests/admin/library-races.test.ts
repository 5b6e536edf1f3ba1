import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventConfig, eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { publishEvent } from '#src/domain/events/publish-event.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { updateVendor } from '#src/domain/vendors/save-vendor.ts'
import { countDeadlocks, type TestDb, testDb } from '#tests/support/database.ts'
import { anEvent, auditOf, LIBRARIES, libraryApi, make } from './library-api.ts'

const VENDORS = LIBRARIES[0]
const EDITOR = { id: 'editor' }

describe('many at once', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof libraryApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await libraryApi(opened.db)
  })
  afterAll(() => opened.close())

  test.each(LIBRARIES)('ten clicks make one entry of $path', async ({ path, fields }) => {
    const id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.send('POST', path, { id, ...fields('Once') })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201))
    expect(await auditOf(opened.db, id)).toHaveLength(1)
  })

  test.each(LIBRARIES)('of ten editors of one entry of $path, one saves', async (library) => {
    const { id, version } = await make(api, library, 'Wanted by ten')
    const save = (n: number) => api.send('PATCH', `${library.path}/${id}`, { version, ...library.fields(`By ${n}`) })
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, n) => save(n).then((answer) => answer.status)))
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await auditOf(opened.db, id)).toHaveLength(2)
  })
})

describe('with several connections', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof libraryApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await libraryApi(opened.db)
  })
  afterAll(() => opened.close())

  test('a vendor that is deleted while an event takes it in: either the event has it or it is gone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await make(api, VENDORS, `Contested ${round}`)
      const event = await anEvent(opened.db, `Event ${round}`)
      const [taken, deleted] = await Promise.allSettled([
        opened.db.insert(eventVendors).values({ eventId: event, vendorLibraryId: id, displayOrder: 1 }),
        api.send('DELETE', `vendors/${id}?version=1`),
      ])
      const status = deleted.status === 'fulfilled' ? deleted.value.status : 0
      expect([taken.status, status]).toEqual(taken.status === 'fulfilled' ? ['fulfilled', 409] : ['rejected', 200])
    }
  })

  test('a change that meets a publication waits for it, and is then built', async () => {
    const { db } = opened
    const { id, version } = await make(api, VENDORS, 'Shown soon')
    const event = await anEvent(db, 'About to open', false)
    await VENDORS.inEvent(db, id, event)
    const [row] = await db.select().from(vendorLibrary).where(eq(vendorLibrary.id, id))
    if (!row) throw new Error('There is no vendor')
    const { createdAt: _c, updatedAt: _u, id: _i, ...fields } = { ...row, vendorName: 'Shown now', version }
    const isTouched = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const publishing = db.transaction(async (tx) => {
      await tx.update(eventConfig).set({ isPublished: true }).where(eq(eventConfig.id, event))
      const revision = await touchContent(tx, 'published', EDITOR)
      isTouched.resolve()
      await mayEnd.promise
      return revision
    })
    await isTouched.promise
    const change = updateVendor(db, id, fields, EDITOR)
    mayEnd.resolve()
    const published = await publishing
    expect((await change).revision).toBeGreaterThan(published)
  })

  test('changing vendors while events are published and take them in ends without a deadlock', async () => {
    const { db } = opened
    const { id } = await make(api, VENDORS, 'Busy')
    const events = await Promise.all(Array.from({ length: 6 }, (_, n) => anEvent(db, `Busy event ${n}`, false)))
    const slugs = await db.select({ id: eventConfig.id, slug: eventConfig.eventSlug }).from(eventConfig)
    const slugOf = new Map(slugs.map((event) => [event.id, event.slug]))
    const take = (eventId: string) =>
      db.transaction(async (tx) => {
        await tx.select().from(eventConfig).where(eq(eventConfig.id, eventId)).for('update')
        await touchContent(tx, 'took a vendor in', EDITOR)
        await tx.insert(eventVendors).values({ eventId, vendorLibraryId: id, displayOrder: 1 })
      })
    const rename = async (n: number) => {
      const { version } = await api.take('GET', `vendors/${id}`)
      return api.send('PATCH', `vendors/${id}`, { version, ...VENDORS.fields(`Busy ${n}`) })
    }
    const work = events.flatMap((event, n) => [
      take(event),
      rename(n),
      publishEvent(db, slugOf.get(event) ?? '', EDITOR),
    ])
    const ends = await Promise.allSettled(work)
    expect(ends.filter((end) => end.status === 'rejected')).toEqual([])
    const statuses = ends.flatMap((end) =>
      end.status === 'fulfilled' && end.value instanceof Response ? end.value.status : [],
    )
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(await countDeadlocks(db)).toBe(0)
  })
})
