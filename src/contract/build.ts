import type { BuildInfo, BuildState } from './build-info.ts'
import type { Instant } from './instant.ts'

/** One wish to rebuild the site, as the admin area shows it. */
export type BuildLine = {
  revision: number
  state: BuildState
  /** What changed, in words. */
  reason: string
  /** Who changed it: a username, or `Scheduler`, `Command line`. */
  by: string
  /** Why it failed or waits; null otherwise. */
  error: string | null
  requestedAt: Instant
  finishedAt: Instant | null
}

/** How the site stands: what visitors see, what they will see, and the way there. */
export type BuildStatus = {
  /** The revision of everything a page shows. */
  revision: number
  /** What visitors see now; null when it cannot be told. */
  live: Pick<BuildInfo, 'revision' | 'builtAt' | 'nextBoundaryAt'> | null
  /** The latest wishes, newest first. */
  builds: BuildLine[]
}
