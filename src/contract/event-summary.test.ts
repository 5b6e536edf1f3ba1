import { expect, test } from 'vitest'
import { listPages, pastPagePath, pastPages, upcomingPages } from './event-summary.ts'

const DAY = 86_400_000
const now = 10_000 * DAY

/** Events on the days before `now`, so many of them, in no order. */
const past = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const day = (at * 7919) % count
    return { id: String(day), startsAt: now - (day + 1) * DAY, upcomingUntil: now - day * DAY }
  })
const ahead = { id: 'ahead', startsAt: now + DAY, upcomingUntil: now + 2 * DAY }

test('the latest past events come first, each on exactly one page', () => {
  const pages = pastPages([ahead, ...past(1_000)], now)
  expect(pages.map((page) => page.length)).toEqual([30, ...Array(9).fill(100), 70])
  expect(pages.flat().map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, day) => String(day)))
})

test('thirty past events need no second page, and none at all no page', () => {
  expect(pastPages(past(30), now)).toHaveLength(1)
  expect(pastPages(past(31), now)).toHaveLength(2)
  expect(pastPages([ahead], now)).toEqual([])
})

test('events of one moment keep their order from build to build', () => {
  const [one, other] = [
    { id: 'a', startsAt: 0, upcomingUntil: 0 },
    { id: 'b', startsAt: 0, upcomingUntil: 0 },
  ]
  expect(pastPages([one, other], now)).toEqual(pastPages([other, one], now))
})

test('the first page is the list of events itself', () => {
  expect([1, 2, 11].map(pastPagePath)).toEqual(['/events', '/events/past/2', '/events/past/11'])
})

/** So many events, one on each day from 2027-01-01 on. */
const daily = (count: number) =>
  Array.from({ length: count }, (_, day) => {
    const at = Date.parse('2027-01-01') + day * DAY
    const dateTime = new Date(at).toISOString().slice(0, 10)
    return { id: String(day), dateTime, startsAt: at, upcomingUntil: at + DAY }
  })

test('thirty upcoming events are on the list; with more, each month of the others has a page', () => {
  const start = Date.parse('2027-01-01')
  expect(upcomingPages(daily(30), start).months).toEqual([])
  const { first, months } = upcomingPages(daily(70), start)
  expect(first.map(({ id }) => Number(id))).toEqual(Array.from({ length: 30 }, (_, day) => day))
  expect(months.map(({ month, events }) => [month, events.length])).toEqual([
    ['2027-01', 31],
    ['2027-02', 28],
    ['2027-03', 11],
  ])
})

test('a month has every event of it that is ahead, and none that is over; a new event changes no other month', () => {
  const noon = Date.parse('2027-01-21') + DAY / 2
  const before = upcomingPages(daily(70), noon)
  expect(before.first[0]?.id).toBe('20')
  expect(before.months.map(({ month }) => month)).toEqual(['2027-02', '2027-03'])
  const events = daily(70)
  const [added] = daily(1)
  const more = [...events, { ...added, id: 'new', dateTime: '2027-03-31', startsAt: 0, upcomingUntil: noon + 1 }]
  const after = upcomingPages(more, noon)
  expect(after.months[0]).toEqual(before.months[0])
  expect(after.months[1]?.events.map(({ id }) => id)).toContain('new')
})

test('the pages after the list of events are those of months and of past events', () => {
  const march = Date.parse('2027-03-01')
  expect(listPages(daily(100), march).map(({ path }) => path)).toEqual([
    '/events/2027-03',
    '/events/2027-04',
    '/events/past/2',
  ])
})
