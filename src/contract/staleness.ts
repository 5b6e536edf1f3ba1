import type { BuildInfo } from './build-info.ts'
import type { Instant } from './instant.ts'

/** How far two machines' clocks may lie apart, in milliseconds. */
const CLOCK_SKEW = 5 * 60_000

/** True once a page of the live site has stopped being true by itself, or was made under a clock that has gone back since. */
export function isPastBoundary(live: BuildInfo, now: Instant): boolean {
  return (live.nextBoundaryAt !== null && live.nextBoundaryAt <= now) || live.builtAt > now + CLOCK_SKEW
}

/** True while the live site does not show what the database holds at `now`. (architecture 6) */
export function isStale(live: BuildInfo, revision: number, now: Instant): boolean {
  return live.revision !== revision || isPastBoundary(live, now)
}

/**
 * May a finished build take the place of the live one? Never if it shows an older revision, nor if it shows the same one
 * as of an earlier moment. (security BR5)
 */
export function mayReplace(candidate: BuildInfo, live: BuildInfo | null): boolean {
  if (live === null || candidate.revision > live.revision) return true
  return candidate.revision === live.revision && candidate.builtAt >= live.builtAt
}
