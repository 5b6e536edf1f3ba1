import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { recountDay } from '#src/domain/analytics/recount.ts'
import { rollUpDay } from '#src/domain/analytics/roll-up.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { DAY, emptyVisits, NOON, storePartner, storeViews } from './view-rows.ts'

const HOUR = 3_600_000

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())
beforeEach(() => emptyVisits(opened.db))

describe('figures of partners', () => {
  const { eventId: event, vendorId: vendor, shown, clicked, registered } = vendorHitDays
  const hits = () => opened.db.select({ event, vendor, shown, clicked, registered }).from(vendorHitDays)
  const on = { pagePath: '/event/tulsa', eventSlug: 'tulsa' } as const

  test('count a registration that was pressed after the logo in the same visit, under every slug of the event', async () => {
    const { db } = opened
    const { eventId, vendorId } = await storePartner(opened.db)
    await db.insert(eventSlugRedirects).values({ oldSlug: 'tulsa-2025', eventId })
    await storeViews(db, DAY, [
      { ...on, at: '09:00', kind: 'register' },
      { ...on, at: '09:01', kind: 'partner_shown', place: vendorId },
      { ...on, at: '09:02', kind: 'partner_pressed', place: vendorId, eventSlug: 'tulsa-2025' },
      { ...on, at: '09:03', kind: 'partner_pressed', place: randomUUID() },
      { ...on, at: '09:04', kind: 'register' },
      { ...on, at: '09:05', kind: 'register' },
      { ...on, at: '11:00', kind: 'register' },
      { ...on, at: '09:00', visitor: 2, kind: 'partner_pressed', place: vendorId },
      { ...on, at: '09:01', visitor: 2, kind: 'register', eventSlug: 'omaha' },
    ])
    await rollUpDay(db, DAY, NOON)
    expect(await hits()).toEqual([{ event: eventId, vendor: vendorId, shown: 1, clicked: 2, registered: 1 }])
  })

  test('of an event that was deleted stay, and one that has its slug later gets none of them', async () => {
    const { db } = opened
    const { eventId, vendorId } = await storePartner(opened.db)
    await storeViews(db, DAY, [{ ...on, at: '09:01', kind: 'partner_shown', place: vendorId }])
    await rollUpDay(db, DAY, NOON)
    await db.delete(eventConfig).where(eq(eventConfig.id, eventId))
    await addEvent(db, 'tulsa', { createdAt: new Date(NOON + 24 * HOUR) })
    await rollUpDay(db, DAY, NOON)
    expect(await hits()).toEqual([{ event: eventId, vendor: vendorId, shown: 1, clicked: 0, registered: 0 }])
    expect(await recountDay(db, DAY)).toBe(0)
  })

  test('of a vendor that is being deleted do not break the rollup', async () => {
    const { db, url } = opened
    const { vendorId } = await storePartner(opened.db)
    await storeViews(db, DAY, [{ ...on, at: '09:01', kind: 'partner_shown', place: vendorId }])
    const other = openDb(url, { max: 1 })
    const rolled = await other.db.transaction(async (tx) => {
      await tx.delete(vendorLibrary).where(eq(vendorLibrary.id, vendorId))
      const rolling = rollUpDay(db, DAY, NOON)
      const waiting = sql`wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(() => db.$count(sql`pg_stat_activity`, waiting)).toBe(1)
      return { rolling }
    })
    expect(await rolled.rolling).toBe(1)
    await other.close()
    expect(await hits()).toEqual([])
    expect(await recountDay(db, DAY)).toBe(0)
  })
})
