import { expect, test } from 'vitest'
import { pastPagePath, pastPages } from './event-summary.ts'

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
