import type { QueueCounts } from './forum-moderation.ts'
import type { Instant } from './instant.ts'
import type { MailAlert } from './mail-alert.ts'
import type { EventToCorrect } from './mail-correction.ts'
import type { ShopCounts } from './shop-order-admin.ts'
import type { SiteModeAnswer } from './site-mode.ts'

/** Labels the count of open reports. */
export const OPEN_REPORTS = 'open reports'

/** Labels the count of accounts that wait for approval. */
export const ACCOUNTS_TO_APPROVE = 'accounts to approve'

/** The title of the dashboard. */
export const DASHBOARD_TITLE = 'Needs your attention'

/** A moment at which a published event's page changes by itself. */
export type Boundary = {
  eventId: string
  eventName: string
  kind: 'early bird ends' | 'starts' | 'ends'
  at: Instant
  /** The event's own time zone, in which people plan it. */
  timeZone: string
}

/** What happens to the page at each of them. */
export const BOUNDARY_WORDS: Record<Boundary['kind'], string> = {
  'early bird ends': 'Early bird ends',
  starts: 'Workshop starts, registration closes',
  ends: 'Workshop ends',
}

/** An upcoming event with something missing. */
export type Incomplete = {
  id: string
  eventName: string
  eventDate: string
  isPublished: boolean
  /** What keeps it from being published, as nouns. */
  missing: string[]
  /** What its page shows fallback copy for: `agenda`, `team`, `partners`, … */
  fallback: string[]
}

/** What needs attention. (product 2) A part that the viewer's role cannot open is null. */
export type Dashboard = {
  /** How far the site is closed and whether mail is held; null while it is open and mail is sent. */
  siteMode: SiteModeAnswer | null
  pendingAccounts: number
  /** Verified reports that no one has started on, without merged ones. */
  openReports: number
  /** Forum posts that wait for a moderator, and posts that members reported; at most 100 of each are counted. */
  forum: QueueCounts
  /** Changes that vendors propose and nobody has decided. */
  proposals: number | null
  /** Tasks that vendors submitted and nobody has reviewed. */
  submittedTasks: number | null
  /** Emails and text messages that failed for good, and those that will be retried. */
  mail: { dead: number; retrying: number } | null
  /** Warnings about mail that last. */
  mailAlerts: MailAlert[] | null
  /** Events about which people were sent something that is no longer true; at most ten. */
  corrections: EventToCorrect[] | null
  /** Orders of the shop that need somebody. */
  shop: ShopCounts | null
  /** Change sets that failed or missed their time. */
  stoppedSets: number | null
  /** The next moments, soonest first; at most ten. */
  boundaries: Boundary[] | null
  /** Upcoming events with something missing, soonest first; at most ten. */
  incomplete: Incomplete[] | null
}
