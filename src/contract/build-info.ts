import { z } from 'zod'
import type { Instant } from './instant.ts'

/** What `/build.json` says of the site that is live. (architecture 5) */
export type BuildInfo = {
  /** `site_content.version` of the snapshot this site was built from. */
  revision: number
  builtAt: Instant
  featuredSlug: string | null
  /** When a page of this build stops being true by itself; null when nothing is ahead. */
  nextBoundaryAt: Instant | null
}

const buildInfo = z.object({
  revision: z.int().nonnegative(),
  builtAt: z.number(),
  featuredSlug: z.string().nullable(),
  nextBoundaryAt: z.number().nullable(),
})

/** `/build.json` as read from the outside; null for anything else, such as another site's file. */
export function parseBuildInfo(value: unknown): BuildInfo | null {
  return buildInfo.safeParse(value).data ?? null
}

const BUILD_STATES = ['queued', 'building', 'live', 'failed', 'superseded'] as const
/** A build's way: queued → building → live or failed; superseded when a newer one went live first. */
export type BuildState = (typeof BUILD_STATES)[number]
