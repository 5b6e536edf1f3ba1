import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent } from '#tests/support/event-fixture.ts'
import { day, naiveInstant, naiveStartOfNextDay, wallClock, zone } from '#tests/support/wall-clock.ts'
import { byPhase, getPhases, holds, phaseAt, valueAt } from './phases.ts'
import { startOfDayAfter } from './wall-clock.ts'

const CHICAGO = { start: Date.parse('2027-01-21T14:30:00Z'), end: Date.parse('2027-01-21T21:45:00Z') }

describe('the instants of an event', () => {
  test('come from its wall clock in its own zone', () => {
    expect(getPhases(anEvent())).toEqual({
      earlyBirdEndsAt: Date.parse('2027-01-01T06:00:00Z'),
      startsAt: CHICAGO.start,
      endsAt: CHICAGO.end,
    })
  })

  test('use the fallback times where none are given', () => {
    const phases = getPhases(anEvent({ eventTimeStart: null, eventTimeEnd: null }))
    expect(phases.startsAt).toBe(CHICAGO.start)
    expect(phases.endsAt).toBe(CHICAGO.end)
  })

  test('a deadline on the day itself ends when the event starts', () => {
    expect(getPhases(anEvent({ earlyBirdDeadline: '2027-01-21' })).earlyBirdEndsAt).toBe(CHICAGO.start)
  })

  test('agree with a walk along the wall clock in every zone, days without a midnight included', () => {
    fc.assert(
      fc.property(day, zone, (eventDate, eventTimezone) => {
        expect(startOfDayAfter(eventDate, eventTimezone)).toBe(naiveStartOfNextDay(eventDate, eventTimezone))
      }),
      { numRuns: 400 },
    )
  })

  test('a start time is the first moment its clock shows it, wherever the clock does not skip it', () => {
    fc.assert(
      fc.property(day, zone, fc.integer({ min: 0, max: 47 }), (eventDate, eventTimezone, half) => {
        const eventTimeStart = `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}:00`
        const wall = `${eventDate}T${eventTimeStart}`
        const { startsAt } = getPhases(
          anEvent({ eventDate, eventTimezone, eventTimeStart, eventTimeEnd: '23:59:00', earlyBirdDeadline: null }),
        )
        if (wallClock(eventTimezone, startsAt) === wall) expect(startsAt).toBe(naiveInstant(wall, eventTimezone))
        else expect(wallClock(eventTimezone, startsAt) > wall).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})

describe('the phase at a moment', () => {
  const phases = getPhases(anEvent())
  test.each([
    ['one millisecond before the early bird ends', Date.parse('2027-01-01T06:00:00Z') - 1, 'early-bird'],
    ['when the early bird ends', Date.parse('2027-01-01T06:00:00Z'), 'standard'],
    ['just before the start', CHICAGO.start - 1, 'standard'],
    ['at the start', CHICAGO.start, 'closed'],
    ['just before the end', CHICAGO.end - 1, 'closed'],
    ['at the end', CHICAGO.end, 'past'],
  ])('%s', (_name, now, phase) => {
    expect(phaseAt(phases, now)).toBe(phase)
  })

  test('without a deadline the early bird lasts until the start', () => {
    expect(phaseAt(getPhases(anEvent({ earlyBirdDeadline: null })), CHICAGO.start - 1)).toBe('early-bird')
  })
})

test('at every moment exactly one span holds, and it is the one of that phase', () => {
  fc.assert(
    fc.property(
      day,
      zone,
      fc.integer({ min: -400, max: 400 }),
      fc.boolean(),
      (eventDate, eventTimezone, hours, hasDeadline) => {
        const phases = getPhases(
          anEvent({ eventDate, eventTimezone, earlyBirdDeadline: hasDeadline ? eventDate : null }),
        )
        const spans = byPhase(phases, (phase) => phase)
        const now = phases.startsAt + hours * 3_600_000
        expect(spans.filter((span) => holds(span, now))).toHaveLength(1)
        expect(valueAt(spans, now)).toBe(phaseAt(phases, now))
      },
    ),
  )
})

test('spans that leave a gap are a fault, not a guess', () => {
  expect(() => valueAt([{ until: 5, value: 'a' }], 5)).toThrow('gap')
})
