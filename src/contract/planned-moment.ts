import type { Instant, PlainClock, PlainDay } from './instant.ts'
import { instantAt, momentsAt } from './wall-clock.ts'

/** The moments that a time on a clock can mean. */
export type PlannedMoments = {
  /** `once` usually; `twice` where the clock is set back over it; `never` where it is set forward over it. */
  shown: 'once' | 'twice' | 'never'
  /** The moments to choose from; for a time that the clock never shows, the one just after it was set forward. */
  moments: Instant[]
}

/** What a time on the clock of a zone can mean, which differs on the days on which summer time begins and ends. */
export function plannedMoments(day: PlainDay, clock: PlainClock, zone: string): PlannedMoments {
  const moments = momentsAt(day, clock, zone)
  if (moments.length === 0) return { shown: 'never', moments: [instantAt(day, clock, zone)] }
  return { shown: moments.length > 1 ? 'twice' : 'once', moments }
}

/** A moment on the clock of a zone: `Nov 26, 2026, 9:00 AM CST`. */
export function zonedMoment(at: Instant, zone: string | null): string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: zone ?? 'UTC',
    timeZoneName: 'short',
  })
  return format.format(at)
}
