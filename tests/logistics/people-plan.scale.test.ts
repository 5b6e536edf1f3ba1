import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logisticsAnswers, logisticsPeople } from '#db/schema/logistics.ts'
import { sectionsOf } from '#src/contract/logistics.ts'
import { sendLink, sendNewLinks } from '#src/domain/logistics/links.ts'
import { listPeople } from '#src/domain/logistics/people.ts'
import { purgeLogistics } from '#src/domain/logistics/purge.ts'
import { readForm } from '#src/domain/logistics/read-form.ts'
import { SITE } from '#tests/accounts/account-api.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb } from '#tests/support/explained.ts'
import { ADMIN, DAY, logisticsApi } from './logistics-api.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')
const PEOPLE = 500
const EVENTS = 10

let explaining: ExplainingDb
let stop: () => Promise<void>
let eventIds: string[]
beforeAll(async () => {
  const { url, close } = await testDb()
  explaining = explainingDb(url)
  stop = () => explaining.close().then(close)
  eventIds = await Promise.all(Array.from({ length: EVENTS }, (_, n) => addEvent(explaining.db, `full-${n}`)))
  for (const eventId of eventIds) await fillEvent(eventId)
  await explaining.db.execute(sql`analyze`)
}, 120_000)
afterAll(() => stop())

/** The most people that an event can have, each of whom has answered every section. */
async function fillEvent(eventId: string): Promise<void> {
  const { db } = explaining
  const rows = Array.from({ length: PEOPLE }, (_, n) => {
    const email = `person-${n}@gauge.example`
    return { eventId, name: `Person ${n}`, role: n === 0 ? 'host' : 'vendor', email, emailKey: email } as const
  })
  const people = await db
    .insert(logisticsPeople)
    .values(rows)
    .returning({ id: logisticsPeople.id, role: logisticsPeople.role })
  const answers = people.flatMap(({ id, role }) =>
    sectionsOf(role).map(({ key, fields }) => ({
      personId: id,
      sectionKey: key,
      answeredBy: 'self',
      value: Object.fromEntries(fields.map((field) => [field.key, { value: 'An answer', version: 2 }])),
    })),
  )
  for (let at = 0; at < answers.length; at += 1_000)
    await db.insert(logisticsAnswers).values(answers.slice(at, at + 1_000))
}

const SECTIONS = sectionsOf('vendor').length
const mostRows = async (work: () => Promise<unknown>) => {
  const explained = await explaining.explain(work)
  return Math.max(...explained.flatMap(({ steps }) => steps.map(({ rows }) => rows)))
}

test('a form reads the answers of one person and of the hosts, however many people an event has', async () => {
  const { db } = explaining
  const [eventId = ''] = eventIds
  const { items } = await listPeople(db, eventId, { limit: 1 })
  const api = await logisticsApi(db, NOW)
  await sendLink(db, { eventId, personId: items[0]?.id ?? '' }, { actor: ADMIN, site: SITE, now: NOW })
  const token = await api.tokenTo(items[0]?.email ?? '')
  expect(await mostRows(() => readForm(db, token, { now: NOW, isNoted: false }))).toBeLessThanOrEqual(2 * SECTIONS)
})

test('a page of the list reads the answers of its own people alone', async () => {
  const { db } = explaining
  const [eventId = ''] = eventIds
  const bound = 101 * SECTIONS
  expect(await mostRows(() => listPeople(db, eventId, { limit: 100 }))).toBeLessThanOrEqual(bound)
})

test('a new link is looked up by its address, and not among all people', async () => {
  const { db } = explaining
  expect(
    await mostRows(() => sendNewLinks(db, 'person-9@gauge.example', { site: SITE, now: NOW })),
  ).toBeLessThanOrEqual(2 * EVENTS)
})

test('everything of ten full events is deleted, at most 500 rows a run', async () => {
  const { db } = explaining
  const now = Date.parse('2027-01-22T00:00:00Z') + 91 * DAY
  const rows = () => Promise.all([db.$count(logisticsAnswers), db.$count(logisticsPeople)])
  const before = await rows()
  const { answers, people } = await purgeLogistics(db, now)
  expect(answers + people).toBe(500)
  for (let left = 1; left > 0; ) left = (await purgeLogistics(db, now, 20_000)).answers
  expect([before, await rows()]).toEqual([
    [EVENTS * (PEOPLE * SECTIONS), EVENTS * PEOPLE],
    [0, 0],
  ])
})
