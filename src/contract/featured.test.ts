import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent } from '#tests/support/event-fixture.ts'
import { day, naiveStartOfNextDay, wallClock, zone } from '#tests/support/wall-clock.ts'
import {
  type Dated,
  featuredUntil,
  getOpenings,
  isUpcoming,
  nextBoundary,
  nextOpening,
  pickFeatured,
} from './featured.ts'
import { getPhases } from './phases.ts'

const at = (iso: string) => Date.parse(iso)
const soon = anEvent({ id: 'a', eventDate: '2027-01-21' })
const later = anEvent({ id: 'b', eventDate: '2027-02-18', eventTimezone: 'America/Los_Angeles' })
const past = anEvent({ id: 'c', eventDate: '2026-05-14' })
const older = anEvent({ id: 'd', eventDate: '2026-02-12' })

describe('the featured event', () => {
  test('is the soonest one dated today or later', () => {
    expect(pickFeatured([past, later, soon], at('2026-11-21T12:00:00Z'))).toBe(soon)
  })

  test('stays until its day is over in its own zone, long after the event has ended', () => {
    expect(pickFeatured([later, soon], at('2027-01-22T05:59:59Z'))).toBe(soon)
    expect(pickFeatured([later, soon], at('2027-01-22T06:00:00Z'))).toBe(later)
  })

  test('is the latest past one when nothing is ahead', () => {
    expect(pickFeatured([older, past], at('2027-06-01T00:00:00Z'))).toBe(past)
  })

  test('is none when there are no events', () => {
    expect(pickFeatured([], 0)).toBeUndefined()
  })

  test('is decided by start instant, then by id, on the same day', () => {
    const early = anEvent({ id: 'z', eventTimeStart: '07:00:00' })
    expect(pickFeatured([soon, early], 0)).toBe(early)
    expect(pickFeatured([anEvent({ id: 'n' }), anEvent({ id: 'm' })], 0)?.id).toBe('m')
  })

  test('is what a naive oracle picks, in every zone, in any order', () => {
    const events = fc.array(
      fc
        .record({ id: fc.uuid(), eventDate: day, eventTimezone: zone })
        .map((fields) => anEvent({ ...fields, earlyBirdDeadline: null })),
      { maxLength: 6 },
    )
    const instant = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2031, 0, 1) })
    fc.assert(
      fc.property(
        events,
        instant,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: -2, max: 2 }),
        (list, anywhere, pick, nudge) => {
          const edge = list[pick]
          const now = edge ? naiveStartOfNextDay(edge.eventDate, edge.eventTimezone) + nudge : anywhere
          expect(pickFeatured(list, now)?.id).toBe(oracle(list, now)?.id)
          expect(pickFeatured([...list].reverse(), now)?.id).toBe(oracle(list, now)?.id)
        },
      ),
      { numRuns: 200 },
    )
  })
})

/** The rule of the product description, written the long way with Intl. */
function oracle(list: Dated[], now: number): Dated | undefined {
  const isToday = (event: Dated) => wallClock(event.eventTimezone, now).slice(0, 10) <= event.eventDate
  let best: Dated | undefined
  for (const event of list.filter(isToday)) if (!best || before(event, best)) best = event
  if (best) return best
  for (const event of list) if (!best || before(best, event)) best = event
  return best
}

function before(a: Dated, b: Dated): boolean {
  if (a.eventDate !== b.eventDate) return a.eventDate < b.eventDate
  const [startA, startB] = [getPhases(a).startsAt, getPhases(b).startsAt]
  return startA === startB ? a.id < b.id : startA < startB
}

describe('the next boundary', () => {
  test('walks through early-bird end, the day before, start, end and the end of the day, then stops', () => {
    const seen: string[] = []
    let now = at('2026-11-21T12:00:00Z')
    for (let next = nextBoundary([soon], now); next !== undefined; next = nextBoundary([soon], now)) {
      seen.push(new Date(next).toISOString())
      now = next
    }
    expect(seen).toEqual([
      '2027-01-01T06:00:00.000Z',
      '2027-01-20T06:00:00.000Z',
      '2027-01-21T14:30:00.000Z',
      '2027-01-21T21:45:00.000Z',
      '2027-01-22T06:00:00.000Z',
    ])
  })

  test('between two boundaries the featured event does not change', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(day, zone), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: -90, max: 90 }),
        (list, days) => {
          const events = list.map(([eventDate, eventTimezone], index) =>
            anEvent({ id: `e${index}`, eventDate, eventTimezone, earlyBirdDeadline: null }),
          )
          const now = getPhases(events[0] ?? soon).startsAt + days * 86_400_000
          const next = nextBoundary(events, now) ?? now + 400 * 86_400_000
          expect(pickFeatured(events, next - 1)?.id).toBe(pickFeatured(events, now)?.id)
        },
      ),
      { numRuns: 200 },
    )
  })
})

test('a home page knows until when its event is the right one', () => {
  expect(featuredUntil(soon, at('2027-01-21T12:00:00Z'))).toBe(at('2027-01-22T06:00:00Z'))
  expect(featuredUntil(past, at('2027-01-21T12:00:00Z'))).toBeUndefined()
})

test('an evening visitor does not see tomorrow’s date', () => {
  const evening = at('2027-01-22T03:00:00Z')
  expect(isUpcoming(soon, evening)).toBe(true)
  expect(isUpcoming({ eventDate: '2027-01-21', eventTimezone: 'UTC' }, evening)).toBe(false)
})

describe('the next event to register for', () => {
  const at = (id: string, eventDate: string, changes = {}) =>
    anEvent({ id, eventDate, earlyBirdDeadline: null, ...changes })
  const own = at('own', '2027-01-21')
  const now = Date.parse('2026-12-01T12:00:00Z')
  const nextOf = (event: typeof own, others: (typeof own)[], then = now) =>
    nextOpening(event, getOpenings([event, ...others]), then)?.id

  test('is the soonest that begins after this one', () => {
    expect(nextOf(own, [at('c', '2027-03-01'), at('a', '2027-01-05'), at('b', '2027-02-01')])).toBe('b')
  })

  test('may begin before one that is called off, but not before now', () => {
    const cancelled = at('own', '2027-01-21', { status: 'cancelled' })
    expect(nextOf(cancelled, [at('old', '2026-11-01'), at('a', '2027-01-05'), at('b', '2027-02-01')])).toBe('a')
  })

  test('of one that is long over begins after now', () => {
    expect(nextOf(at('own', '2026-01-21'), [at('old', '2026-11-01'), at('a', '2027-01-05')])).toBe('a')
  })

  test('is none that is called off or has no registration page', () => {
    const others = [at('a', '2027-02-01', { status: 'postponed' }), at('b', '2027-02-02', { registrationUrl: null })]
    expect(nextOf(own, others)).toBeUndefined()
  })
})
