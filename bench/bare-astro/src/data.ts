import { readFileSync } from 'node:fs'
import type { EventSummary } from '#src/contract/event-summary.ts'
import type { Landing } from '#src/contract/landing.ts'
import type { Navigation } from '#src/contract/navigation.ts'

/** Everything the reference's pages show, finished, from a file: nothing is read or worked out while it builds. */
export type BareSite = {
  env: { siteName: string; siteUrl: string }
  navigation: Navigation
  now: number
  featured: Landing | undefined
  landings: Landing[]
  summaries: EventSummary[]
}

/** The file that `BARE_DATA` names. The bench has just written it from its database. */
export const site: BareSite = JSON.parse(readFileSync(process.env.BARE_DATA ?? '', 'utf8'))
