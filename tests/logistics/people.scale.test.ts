import { afterAll, beforeAll, expect, test } from 'vitest'
import { logisticsAnswers, logisticsPeople } from '#db/schema/logistics.ts'
import { LOGISTICS_SECTIONS } from '#src/contract/logistics-sections.ts'
import { listPeople } from '#src/domain/logistics/people.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb } from '#tests/support/explained.ts'

const PEOPLE = 500

let explaining: ExplainingDb
let eventId: string
let stop: () => Promise<void>
beforeAll(async () => {
  const { url, close } = await testDb()
  explaining = explainingDb(url)
  stop = () => explaining.close().then(close)
  const { db } = explaining
  eventId = await addEvent(db, 'crowd')
  const people = Array.from({ length: PEOPLE }, (_, n) => {
    const email = `person${n}@gauge.example`
    return { eventId, role: 'vendor' as const, name: `Ada ${n}`, email, emailKey: email }
  })
  const ids = await db.insert(logisticsPeople).values(people).returning({ personId: logisticsPeople.id })
  for (const { key: sectionKey } of LOGISTICS_SECTIONS)
    await db
      .insert(logisticsAnswers)
      .values(ids.map(({ personId }) => ({ personId, sectionKey, value: {}, answeredBy: 'self' })))
}, 60_000)
afterAll(() => stop())

test('a page of 500 people opens the answers of that page alone, in three questions', async () => {
  const asked = await explaining.record(async () => {
    const page = await listPeople(explaining.db, eventId, { limit: 25 })
    expect([page.items.length, page.nextCursor === null]).toEqual([25, false])
  })
  // The people of the page and the one that says whether there are more.
  expect(asked.slice(1).map(({ params }) => params.length)).toEqual([26, 26])
})

test('all 500 people with every answer are read in three questions too', async () => {
  const asked = await explaining.record(() => listPeople(explaining.db, eventId, { isMissing: true }))
  expect(asked).toHaveLength(3)
})
