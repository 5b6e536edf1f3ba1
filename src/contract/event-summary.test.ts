import { expect, test } from 'vitest'
import { arrangeEvents, pastPagePath } from './event-summary.ts'

const DAY = 86_400_000
const now = 10_000 * DAY

/** Events on the days before `now`, so many of them, in no order. */
const past = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const day = (at * 7919) % count
    return { id: String(day), dateTime: '1997-01-01', startsAt: now - (day + 1) * DAY, upcomingUntil: now - day * DAY }
  })
const ahead = { id: 'ahead', dateTime: '1997-05-20', startsAt: now + DAY, upcomingUntil: now + 2 * DAY }

test('the latest past events come first, each on exactly one page', () => {
  const { first, further } = arrangeEvents([...past(1_000), ahead], now)
  const pages = [first.past, ...further.map(({ events }) => events)]
  expect(first.count).toBe(11)
  expect(pages.map((page) => page.length)).toEqual([30, ...Array(9).fill(100), 70])
  expect(pages.flat().map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, day) => String(day)))
})

test('thirty past events need no second page, and none at all no page', () => {
  const count = (events: (typeof ahead)[]) => arrangeEvents(events, now).first.count
  expect([count(past(30)), count(past(31)), count([ahead])]).toEqual([1, 2, 0])
})

test('events of one moment keep their order from build to build', () => {
  const [one, other] = ['a', 'b'].map((id) => ({ id, dateTime: '1970-01-01', startsAt: 0, upcomingUntil: 0 }))
  if (!one || !other) throw new Error('There are two.')
  expect(arrangeEvents([one, other], now)).toEqual(arrangeEvents([other, one], now))
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
  expect(arrangeEvents(daily(30), start)).toMatchObject({ first: { months: [] }, further: [] })
  const { first, further } = arrangeEvents(daily(70), start)
  expect(first.soonest.map(({ id }) => Number(id))).toEqual(Array.from({ length: 30 }, (_, day) => day))
  const months = ['2027-01', '2027-02', '2027-03']
  expect(first.months).toEqual(months)
  expect(further).toMatchObject(months.map((month) => ({ kind: 'month', path: `/events/${month}`, month, months })))
  expect(further.map(({ events }) => events.length)).toEqual([31, 28, 11])
})

test('a month has every event of it that is ahead, and none that is over; a new event changes no other month', () => {
  const noon = Date.parse('2027-01-21') + DAY / 2
  const before = arrangeEvents(daily(70), noon)
  expect(before.first.soonest[0]?.id).toBe('20')
  expect(before.first.months).toEqual(['2027-02', '2027-03'])
  const events = daily(70)
  const [added] = daily(1)
  const more = [...events, { ...added, id: 'new', dateTime: '2027-03-31', startsAt: 0, upcomingUntil: noon + 1 }]
  const after = arrangeEvents(more, noon)
  expect(after.further[0]).toEqual(before.further[0])
  expect(after.further[1]?.events.map(({ id }) => id)).toContain('new')
})

test('the pages after the list of events are those of months and of past events', () => {
  const march = Date.parse('2027-03-01')
  const { further } = arrangeEvents(daily(100), march)
  expect(further.map(({ path }) => path)).toEqual(['/events/2027-03', '/events/2027-04', '/events/past/2'])
  expect(further[2]).toMatchObject({ kind: 'past', number: 2, count: 2 })
})
