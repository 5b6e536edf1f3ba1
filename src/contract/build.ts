import { z } from 'zod'
import type { Instant } from './instant.ts'

/** The contents of `/build.json`, which describes the live site. (architecture 5) */
export type BuildInfo = {
  /** `site_content.version` of the snapshot this site was built from. */
  revision: number
  builtAt: Instant
  featuredSlug: string | null
  /** When a page of this build next becomes outdated; null if no page will. */
  nextBoundaryAt: Instant | null
}

const buildInfo = z.object({
  revision: z.int().nonnegative(),
  builtAt: z.number(),
  featuredSlug: z.string().nullable(),
  nextBoundaryAt: z.number().nullable(),
})

/** `/build.json` as fetched from the live site; null for anything else, such as another site's file. */
export function parseBuildInfo(value: unknown): BuildInfo | null {
  return buildInfo.safeParse(value).data ?? null
}

const BUILD_STATES = ['queued', 'building', 'live', 'failed', 'superseded'] as const
/** The states of a build: queued → building → live or failed; superseded when a newer one went live first. */
export type BuildState = (typeof BUILD_STATES)[number]

/** One request to rebuild the site, as the admin area shows it. */
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

/** The state of the site: what visitors see, what they will see, and the builds in between. */
export type BuildStatus = {
  /** The revision of everything a page shows. */
  revision: number
  /** What visitors see now; null if it is unknown. */
  live: Pick<BuildInfo, 'revision' | 'builtAt' | 'nextBoundaryAt'> | null
  /** Why no build is requested that would make the two agree; null while one is requested or they agree. */
  hold: BuildHold | null
  /** The revision that visitors see or, while the live site cannot be read, saw last; null if nothing was ever published. */
  seenRevision: number | null
  /** The latest requests, newest first. */
  builds: BuildLine[]
}

/**
 * `locked`: the host publishes nothing until someone unlocks it there. `rolledBack`: somebody put an older site back.
 * `givenUp`: too many builds failed. The last two end with the next change or when somebody asks again.
 */
export type BuildHold = 'locked' | 'rolledBack' | 'givenUp'

/** The sentence that tells an editor why no build is requested, and what changes that. */
export const HOLD_SENTENCE: Record<BuildHold, string> = {
  locked: 'Publishing is locked on the host. Changes are saved and go live when someone unlocks it there.',
  rolledBack:
    'Someone put an older version back on the host. It stays until the next change, or until you press Build again.',
  givenUp: 'Too many builds failed, so no more are requested automatically. Press Build again once the cause is fixed.',
}

/** True while visitors can still see an event that left the site with this revision. Null: it is published or never was. */
export function isStillSeen(
  unpublishedRevision: number | null,
  { seenRevision }: Pick<BuildStatus, 'seenRevision'>,
): boolean {
  return unpublishedRevision !== null && seenRevision !== null && seenRevision < unpublishedRevision
}

/** How far two machines' clocks may differ, in milliseconds. */
const CLOCK_SKEW = 5 * 60_000

/** True once a page of the live site is outdated, or if it was built with a clock that has been set back since. */
export function isPastBoundary(live: BuildInfo, now: Instant): boolean {
  return (live.nextBoundaryAt !== null && live.nextBoundaryAt <= now) || live.builtAt > now + CLOCK_SKEW
}

/** True while the live site does not show what the database holds at `now`. (architecture 6) */
export function isOutOfDate(live: BuildInfo, revision: number, now: Instant): boolean {
  return live.revision !== revision || isPastBoundary(live, now)
}

/**
 * True if a finished build may replace the live one: not with an older revision, nor with the same revision as of an
 * earlier moment. (security BR5)
 */
export function mayReplace(candidate: BuildInfo, live: BuildInfo | null): boolean {
  if (live === null || candidate.revision > live.revision) return true
  return candidate.revision === live.revision && candidate.builtAt >= live.builtAt
}
