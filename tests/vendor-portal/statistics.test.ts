import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorHitDays, vendorProposals } from '#db/schema/partners.ts'
import type { VendorStatistics } from '#src/contract/vendor-statistics.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { rollUpDay } from '#src/domain/analytics/roll-up.ts'
import { NOON, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { portalApi } from './portal-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof portalApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await portalApi(opened.db)
})
afterAll(() => opened.close())

const REGISTER = 'https://register.uptime-workshops.example/tulsa'
const ADMIN: Viewer = {
  ...{ id: randomUUID(), email: 'a@b.example', username: 'ada', roles: ['admin'], isAdmin: true },
  ...{ aal: 1, approval: 'approved' },
}

const DAY = '2026-11-20'
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
let visitors = 0

/** A vendor on a published event with another one, and what a visitor tells from its page, a second after the other. */
async function strip(event: Parameters<typeof api.showIn>[1] = {}) {
  const [{ id }, other] = [await api.vendor(), await api.vendor()]
  // Two vendors of one company have one website.
  const websiteUrl = 'https://gauge-group.example'
  await opened.db
    .update(vendorLibrary)
    .set({ websiteUrl })
    .where(inArray(vendorLibrary.id, [id, other.id]))
  const eventSlug = `strip-${id.slice(0, 8)}`
  const eventId = await api.showIn(id, { eventSlug, createdAt: LONG_AGO, ...event })
  await opened.db.insert(eventVendors).values({ eventId, vendorLibraryId: other.id, displayOrder: 2 })
  const clock = { now: NOON }
  const page = await testApi({ db: opened.db, clock: () => clock.now })
  visitors += 1
  const from = `203.0.${visitors >> 8}.${visitors & 255}`
  const tell = (told: { links?: string[]; act?: string }, { slug = eventSlug, ip = from, headers = {} } = {}) => {
    clock.now += 1_000
    return page.post('/api/page-views', { pagePath: `/event/${slug}`, eventSlug: slug, ...told }, headers, { ip })
  }
  const read = async (vendorId = id) => {
    await rollUpDay(opened.db, DAY, NOON)
    const rows = await opened.db.select().from(vendorHitDays).where(eq(vendorHitDays.vendorId, vendorId))
    return rows.map(({ day, shown, clicked, registered }) => [day, shown, clicked, registered])
  }
  return { id, other: other.id, site: id, eventId, eventSlug, tell, read }
}

describe('the logo of a vendor', () => {
  test('is counted when it is in sight, pressed, and when registration is pressed after it, once each (VP10)', async () => {
    const { site, other, tell, read } = await strip()
    const acts = [
      { act: 'register hero' },
      { links: [] },
      { links: [site] },
      { links: [site, site] },
      { act: 'agenda' },
    ]
    for (const told of [...acts, { links: [site, REGISTER] }, { act: 'register bar' }, { act: 'register bar' }])
      expect((await tell(told)).status).toBe(204)
    await tell({ links: [site, 'https://elsewhere.example'] })
    await tell({ act: 'register bar' }, { ip: '192.0.2.1' })
    expect(await read()).toEqual([[DAY, 1, 1, 1]])
    // It has the same website, and its link was not pressed.
    expect(await read(other)).toEqual([[DAY, 1, 0, 0]])
  })

  test('is not counted for a bot, an administrator, a draft, or an event that does not show it', async () => {
    const { tell, read, eventSlug } = await strip({ eventTimezone: 'Pacific/Kiritimati' })
    await tell({ links: [] }, { headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } })
    await tell({ links: [] }, { slug: 'no-such-event' })
    const admin = await testApi({ db: opened.db, as: ADMIN, clock: () => NOON })
    await admin.post('/api/page-views', { pagePath: `/event/${eventSlug}`, eventSlug, links: [] })
    expect(await read()).toEqual([])
    const draft = await strip({ isPublished: false })
    await draft.tell({ links: [] })
    expect(await draft.read()).toEqual([])
    await tell({ links: [] })
    expect(await read(), 'the day of all statistics, not of the event').toEqual([[DAY, 1, 0, 0]])
  })

  test('is counted exactly, however many look at once', async () => {
    const { tell, read } = await strip()
    await Promise.all(Array.from({ length: 20 }, (_, at) => tell({ links: [] }, { ip: `192.0.2.${at + 2}` })))
    expect(await read()).toEqual([[DAY, 20, 0, 0]])
  })

  test('has figures that only its own vendor and administrators see, and small ones are not told (VP1, VP10)', async () => {
    const { id, eventId, tell, read } = await strip({ eventName: 'Tulsa', eventDate: '2027-01-21' })
    for (let look = 0; look < 5; look += 1) await tell({ links: [] })
    expect(await read()).toEqual([[DAY, 5, 0, 0]])
    const gone = { day: '2025-02-02', eventId: randomUUID(), vendorId: id, shown: 4, clicked: 900, registered: 0 }
    await opened.db.insert(vendorHitDays).values(gone)
    const own = await api.enter(id, `${randomUUID()}@stat.example`)
    const stranger = await api.enter((await api.vendor()).id, `${randomUUID()}@stat.example`)
    const figures = async (cookie: string): Promise<VendorStatistics> => (await api.get('statistics', cookie)).json()
    const told = {
      events: [
        { eventId, name: 'Tulsa', day: '2027-01-21', shown: 5, clicked: null, registered: null },
        { eventId: gone.eventId, name: null, day: null, shown: null, clicked: 900, registered: null },
      ],
    }
    expect(await figures(own.cookie)).toEqual(told)
    expect(await figures(stranger.cookie)).toEqual({ events: [] })
    expect(await (await api.admin.request(`/api/admin/vendors/${id}/statistics`)).json()).toEqual(told)
  })

  test('goes with its vendor, and the question before it is deleted counts that, its contacts and proposals', async () => {
    const { id } = await api.vendor()
    const ask = async () => (await api.admin.request(`/api/admin/vendors/${id}/uses`)).json()
    expect(await ask()).toEqual({ count: 0, events: [], owned: [] })
    await api.enter(id, `${randomUUID()}@gone.example`)
    const day = { vendorId: id, shown: 9, clicked: 0, registered: 0 }
    const eventId = randomUUID()
    await opened.db.insert(vendorHitDays).values([
      { ...day, eventId, day: '2026-11-01' },
      { ...day, eventId, day: '2026-11-02' },
    ])
    const proposal = { fields: { tags: 'valves' }, base: { tags: null }, baseVersion: 1 }
    await opened.db.insert(vendorProposals).values({ ...proposal, vendorId: id })
    expect(await ask()).toMatchObject({
      count: 0,
      owned: [
        '1 contact, who can no longer open the vendor portal',
        '1 proposal',
        'the figures of its logo at 1 event',
      ],
    })
  })
})
