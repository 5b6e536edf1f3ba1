import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { pickFeatured } from '#src/contract/featured.ts'
import { toEventConfig } from '#src/domain/events/read-event-parts.ts'
import { findFeatured } from '#src/domain/events/read-events.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const HOUR = 3_600_000
const ZONES = ['Pacific/Kiritimati', 'America/Chicago', 'Etc/GMT+12']

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
  const days = ['2026-11-18', '2026-11-20', '2026-11-21', '2026-11-22', '2027-01-15', '2027-01-15', '2027-03-01']
  for (const [at, eventDate] of days.entries())
    for (const eventTimezone of ZONES)
      await storeEvent(opened.db, {
        eventDate,
        eventTimezone,
        eventTimeStart: `${10 - at}:30`.padStart(5, '0'),
        isPublished: at !== 3,
        earlyBirdDeadline: null,
      })
})
afterAll(() => opened.close())

test('the few events that are asked for hold the one that all of them would choose, at every hour and in every zone', async () => {
  const all = (await opened.db.select().from(eventConfig)).map(toEventConfig).filter(({ isPublished }) => isPublished)
  const chosen = new Set<string>()
  for (let now = Date.parse('2026-11-16T00:00:00Z'); now < Date.parse('2026-11-25T00:00:00Z'); now += HOUR) {
    const expected = pickFeatured(all, now)
    expect((await findFeatured(opened.db, now))?.id, new Date(now).toISOString()).toBe(expected?.id)
    chosen.add(`${expected?.eventDate} ${expected?.eventTimezone}`)
  }
  expect(chosen.size).toBeGreaterThan(4)
})

test('once all are over it is the latest of them', async () => {
  const now = Date.parse('2028-01-01T00:00:00Z')
  expect((await findFeatured(opened.db, now))?.eventDate).toBe('2027-03-01')
})

test('nothing published, nothing chosen', async () => {
  await opened.db.update(eventConfig).set({ isPublished: false })
  expect(await findFeatured(opened.db, Date.parse('2026-11-20T00:00:00Z'))).toBeUndefined()
})
