import type { Instant } from './instant.ts'

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
