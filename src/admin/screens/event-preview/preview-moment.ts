import type { Instant } from '#src/contract/instant.ts'
import { type Phase, type Phases, phaseAt } from '#src/contract/phases.ts'
import { instantAt } from '#src/contract/wall-clock.ts'

const MINUTE = 60_000

/** What each phase is called where one is picked. */
export const PHASES: readonly (readonly [Phase, string])[] = [
  ['early-bird', 'Early bird'],
  ['standard', 'Standard price'],
  ['closed', 'Under way'],
  ['past', 'Past'],
]

/**
 * A moment at which a page is in this phase: now, while it is; else the phase's first minute, or the last one of the early
 * bird, which has no beginning. Undefined for a phase the event never has.
 */
export function momentOfPhase(phase: Phase, phases: Phases, now: Instant): Instant | undefined {
  const { earlyBirdEndsAt, startsAt, endsAt } = phases
  const earlyEnd = earlyBirdEndsAt ?? startsAt
  const at = { 'early-bird': earlyEnd - MINUTE, standard: earlyEnd, closed: startsAt, past: endsAt }[phase]
  return [now, at].find((moment) => phaseAt(phases, moment) === phase)
}

/** The moment that a wall clock in the event's zone shows; undefined for what is no date and time. */
export function momentAt(wall: string, zone: string): Instant | undefined {
  const [, day, clock] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/.exec(wall) ?? []
  if (!day || !clock) return undefined
  try {
    return instantAt(day, clock, zone)
  } catch {
    return undefined
  }
}

/** What the clock in a zone shows then, as `<input type="datetime-local">` takes it. */
export function wallAt(moment: Instant, zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return parts.format(moment).replace(' ', 'T')
}
