import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { linesPage, listEventLines } from '#src/domain/events/list-events.ts'
import { problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { eventsApi } from './event-api.ts'

describe('the list of events', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof eventsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await eventsApi(opened.db)
    const { db } = opened
    await storeEvent(db, { eventSlug: 'tulsa-2027', city: 'Tulsa', eventDate: '2027-01-21' })
    await storeEvent(db, {
      eventSlug: 'reno-2027',
      eventName: 'Reliability in Reno',
      city: 'Reno',
      eventDate: '2027-01-21',
      status: 'cancelled',
    })
    await storeEvent(db, {
      eventSlug: 'draft-2028',
      eventName: 'A draft',
      eventDate: '2028-01-01',
      isPublished: false,
      registrationUrl: null,
    })
    await storeEvent(db, {
      eventSlug: 'old-2025',
      eventName: 'An old one',
      eventDate: '2025-06-01',
      earlyBirdDeadline: null,
    })
  })
  afterAll(() => opened.close())

  const slugs = async (query = '') => (await api.list(query)).items.map(({ eventSlug }) => eventSlug)

  test('goes from the latest date to the first, drafts included, with what each lacks', async () => {
    const { items } = await api.list()
    expect(items.map(({ eventDate }) => eventDate)).toEqual(['2028-01-01', '2027-01-21', '2027-01-21', '2025-06-01'])
    expect(items[0]).toMatchObject({ eventSlug: 'draft-2028', isPublished: false, missing: ['a registration URL'] })
    expect(items[3]).toMatchObject({ timezone: 'America/Chicago', missing: [], version: 1 })
  })

  test.each([
    ['q=tul', ['tulsa-2027']],
    ['q=reliab%20reno', ['reno-2027']],
    ['q=%27%29%3B%20drop', []],
    ['state=draft', ['draft-2028']],
    ['status=cancelled', ['reno-2027']],
    ['when=past', ['old-2025']],
    ['when=past&state=draft', []],
    ['state=published&when=upcoming&q=tulsa', ['tulsa-2027']],
  ])('%s finds %j', async (query, expected) => {
    expect(await slugs(query)).toEqual(expected)
  })

  test.each([
    'state=gone',
    'when=now',
    'status=lost',
    'limit=0',
    'cursor=made-up',
    'colour=red',
    `q=${'a'.repeat(201)}`,
  ])('%s is refused', async (query) => {
    expect((await problemOf(await api.send('GET', `?${query}`))).status).toBe(400)
  })

  test('upcoming events go from the soonest to the last, on every page', async () => {
    const first = await api.list('when=upcoming&limit=2')
    expect(first.items.map(({ eventDate }) => eventDate)).toEqual(['2027-01-21', '2027-01-21'])
    const next = await api.list(`when=upcoming&limit=2&cursor=${first.nextCursor}`)
    expect(next.items.map(({ eventDate }) => eventDate)).toEqual(['2028-01-01'])
    expect(next.nextCursor).toBeNull()
  })

  test('pages through every event once', async () => {
    const seen: EventLine[] = []
    let cursor: string | null = ''
    do {
      const page: { items: EventLine[]; nextCursor: string | null } = await api.list(
        `limit=1${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.items)
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual((await api.list()).items)
  })

  test('an event is past when its day is over in its own zone, not in ours', async () => {
    const { db } = opened
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC', 'Mars/Olympus'] as const
    for (const zone of zones)
      await storeEvent(db, {
        eventSlug: `zone-${zone.toLowerCase().replace(/\W/g, '-')}`.replaceAll('_', '-'),
        eventName: `Zonal ${zone}`,
        eventTimezone: zone,
        eventDate: '2026-11-20',
        earlyBirdDeadline: null,
      })
    const at = async (when: 'upcoming' | 'past', now: string) => {
      const page = await listEventLines(db, { limit: 100, when, q: 'zonal' }, Date.parse(now))
      return page.items.map(({ timezone }) => timezone).toSorted()
    }
    expect(await at('upcoming', '2026-11-20T09:59:00Z')).toEqual([...zones].toSorted())
    expect(await at('past', '2026-11-20T10:00:00Z')).toEqual(['Pacific/Kiritimati'])
    expect(await at('past', '2026-11-21T00:00:00Z')).toEqual(['Mars/Olympus', 'Pacific/Kiritimati', 'UTC'])
    expect(await at('upcoming', '2026-11-21T10:59:00Z')).toEqual(['Pacific/Pago_Pago'])
    expect(await at('upcoming', '2026-11-21T11:00:00Z')).toEqual([])
  })
})

describe('the list of 10,000 events', () => {
  let opened: TestDb
  let db: Db
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    await db.execute(sql`insert into event_config (event_slug, event_name, event_date, is_published, city, state)
      select 'event-' || n, 'Workshop number ' || n, date '2020-01-01' + n / 3, n % 5 > 0, 'City' || n % 300, 'Texas'
      from generate_series(1, 10000) n`)
    await db.execute(sql`analyze event_config`)
  })
  afterAll(() => opened.close())

  const middle: [string, string] = ['2024-07-01', '00000000-0000-4000-8000-000000000000']
  test.each([
    ['the first page', {}, 'event_config_date'],
    ['a page in the middle', { after: middle }, 'event_config_date'],
    ['drafts', { state: 'draft', after: middle }, 'event_config_date'],
    ['rare words', { q: 'city17 9917' }, 'event_config_search'],
  ] as const)('finds %s by an index', async (_what, wanted, index) => {
    const plan = JSON.stringify(await db.execute(sql`explain ${linesPage(db, { limit: 25, ...wanted }).getSQL()}`))
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  })

  test('pages through all of them once, in order', async () => {
    const seen: string[] = []
    let after: [string, string] | undefined
    do {
      const rows = await linesPage(db, { limit: 999, after })
      seen.push(...rows.slice(0, 999).map((row) => `${row.eventDate} ${row.id}`))
      const last = rows[998]
      after = rows.length > 999 && last ? [last.eventDate, last.id] : undefined
    } while (after)
    expect(seen).toHaveLength(await db.$count(eventConfig))
    expect(seen).toEqual(seen.toSorted().toReversed())
  })
})
