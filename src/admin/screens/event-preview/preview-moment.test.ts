import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPhases, phaseAt } from '#src/contract/phases.ts'
import { anEvent } from '#tests/support/event-fixture.ts'
import { momentAt, momentOfPhase, PHASES, wallAt } from './preview-moment.ts'

const phases = getPhases(anEvent())

test('each phase has a moment, and now is it while the phase lasts', () => {
  for (const [phase] of PHASES) {
    const moment = momentOfPhase(phase, phases, 0)
    expect(moment !== undefined && phaseAt(phases, moment), phase).toBe(phase)
  }
  expect(momentOfPhase('early-bird', phases, 12)).toBe(12)
})

test('a phase the event never has cannot be picked', () => {
  expect(momentOfPhase('standard', getPhases(anEvent({ earlyBirdDeadline: null })), 0)).toBeUndefined()
  expect(momentOfPhase('standard', getPhases(anEvent({ earlyBirdDeadline: '2027-01-21' })), 0)).toBeUndefined()
})

test('a date and time are read on the clock of the event', () => {
  expect(momentAt('2027-01-21T08:30', 'America/Chicago')).toBe(Date.parse('2027-01-21T14:30:00Z'))
  expect(wallAt(Date.parse('2027-01-21T14:30:00Z'), 'America/Chicago')).toBe('2027-01-21T08:30')
  for (const wall of ['', 'x', '2027-02-30T08:30', '2027-01-21T25:00']) {
    expect(momentAt(wall, 'America/Chicago')).toBeUndefined()
  }
})

test('a moment shown and read again is the same minute, unless the clock shows it twice', () => {
  const zones = fc.constantFrom('America/Chicago', 'Asia/Kolkata', 'Pacific/Honolulu', 'Europe/Berlin')
  const minutes = fc.integer({ min: 28_000_000, max: 31_000_000 }).map((minute) => minute * 60_000)
  fc.assert(
    fc.property(minutes, zones, (moment, zone) => {
      const back = momentAt(wallAt(moment, zone), zone) ?? 0
      expect([0, 3_600_000]).toContain(moment - back)
    }),
  )
})
