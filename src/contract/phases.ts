import type { EventConfig } from './event.ts'
import { FALLBACK } from './fallback-copy.ts'
import type { Instant } from './instant.ts'
import { instantAt, startOfDayAfter } from './wall-clock.ts'

/** What a visitor can still do: pay the early price, pay the standard price, no longer register, or look back. */
export type Phase = 'early-bird' | 'standard' | 'closed' | 'past'

/** The instants at which an event's page changes. Early bird ends no later than the event starts. */
export type Phases = {
  /** First instant after the last early-bird day in the event's zone; absent when the event has no deadline. */
  earlyBirdEndsAt: Instant | undefined
  startsAt: Instant
  endsAt: Instant
}

type Scheduled = Pick<
  EventConfig,
  'eventDate' | 'eventTimeStart' | 'eventTimeEnd' | 'eventTimezone' | 'earlyBirdDeadline'
>

/**
 * The instants of an event, from its wall-clock fields in its own zone.
 * Without a deadline the early-bird price holds until the start.
 */
export function getPhases(event: Scheduled): Phases {
  const at = (clock: string) => instantAt(event.eventDate, clock, event.eventTimezone)
  const startsAt = at(event.eventTimeStart ?? FALLBACK.timeStart)
  const endsAt = Math.max(at(event.eventTimeEnd ?? FALLBACK.timeEnd), startsAt)
  const earlyBirdEndsAt = event.earlyBirdDeadline
    ? Math.min(startOfDayAfter(event.earlyBirdDeadline, event.eventTimezone), startsAt)
    : undefined
  return { earlyBirdEndsAt, startsAt, endsAt }
}

/** The phase at one moment. Every boundary belongs to the phase it begins. */
export function phaseAt(phases: Phases, now: Instant): Phase {
  if (now >= phases.endsAt) return 'past'
  if (now >= phases.startsAt) return 'closed'
  return now >= (phases.earlyBirdEndsAt ?? phases.startsAt) ? 'standard' : 'early-bird'
}

/** The spans of an event's phases in order, without empty ones, each with the value `of` gives for it. */
export function byPhase<T>(phases: Phases, of: (phase: Phase) => T): Timed<T>[] {
  const earlyEnd = phases.earlyBirdEndsAt ?? phases.startsAt
  const spans: Timed<T>[] = [{ until: earlyEnd, value: of('early-bird') }]
  if (earlyEnd < phases.startsAt) spans.push({ from: earlyEnd, until: phases.startsAt, value: of('standard') })
  if (phases.startsAt < phases.endsAt) spans.push({ from: phases.startsAt, until: phases.endsAt, value: of('closed') })
  spans.push({ from: phases.endsAt, value: of('past') })
  return spans
}

/** One value for one span of time: from `from` up to, but not including, `until`. A missing end is open. */
export type Timed<T> = { from?: Instant; until?: Instant; value: T }

/** True while a span holds. */
export function holds(span: Timed<unknown>, now: Instant): boolean {
  return (span.from === undefined || now >= span.from) && (span.until === undefined || now < span.until)
}

/** The value that holds at `now`. The spans must cover all time, as `byPhase` makes them. */
export function valueAt<T>(spans: readonly Timed<T>[], now: Instant): T {
  const span = spans.find((candidate) => holds(candidate, now))
  if (!span) throw new RangeError('These spans leave a gap')
  return span.value
}
