import type { BuildHold } from './build.ts'
import type { Boundary } from './dashboard.ts'
import type { BurnWindow, Calls, Freshness } from './error-budget.ts'
import type { Instant } from './instant.ts'
import type { MailAlert } from './mail-alert.ts'

/** The title of the project overview. */
export const OVERVIEW_TITLE = 'Project'

/** Its sentence when nothing needs a person. */
export const ALL_WELL = 'Everything is as it should be.'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The scheduled jobs by the names of their heartbeats. Without `every`, a job is due at each run of the schedule. */
export const SCHEDULED: Readonly<Record<string, { label: string; every?: number }>> = {
  'purge-pages': { label: 'Clearing outdated forum pages' },
  'change-sets': { label: 'Publishing scheduled change sets' },
  reconcile: { label: 'Comparing the live site' },
  'forum-notices': { label: 'Forum emails' },
  'mail-plan-all': { label: 'Planning the emails of all events', every: DAY },
  'mail-plan': { label: 'Planning event emails' },
  shop: { label: 'Reminders and expiry of orders' },
  'mail-alerts': { label: 'Warnings about email' },
  outbox: { label: 'Email and text messages' },
  analytics: { label: 'Counting visits' },
  checks: { label: 'Security test' },
  links: { label: 'Finding links to other sites', every: HOUR },
  logistics: { label: 'Deleting logistics answers', every: HOUR },
  prune: { label: 'Deleting old data', every: HOUR },
}

/** How old the last backup, and the last drill of restoring one, may become. */
export const BACKUP_BOUND = 2 * DAY
export const DRILL_BOUND = 90 * DAY

/** What waits for somebody or something, and how long the oldest of it may wait; null where nothing has to happen. */
export const QUEUES = {
  mail: { label: 'Messages to send', one: 'message to send', bound: HOUR },
  builds: { label: 'Changes to go live', one: 'change to go live', bound: 30 * MINUTE },
  accounts: { label: 'Accounts to approve', one: 'account to approve', bound: 3 * DAY },
  posts: { label: 'Forum posts to review', one: 'forum post to review', bound: DAY },
  reports: { label: 'Open reports', one: 'open report', bound: 7 * DAY },
  proposals: { label: 'Proposals of vendors to decide', one: 'proposal of a vendor', bound: 3 * DAY },
  tasks: { label: 'Tasks to accept or return', one: 'task that was handed in', bound: 3 * DAY },
  requests: { label: 'Logistics changes to decide', one: 'logistics change', bound: 2 * DAY },
  planned: { label: 'Planned emails that are due', one: 'planned email that is due', bound: HOUR },
  marks: { label: 'Events to plan emails for again', one: 'event to plan emails for again', bound: HOUR },
  unverified: { label: 'Unverified reports', one: 'unverified report', bound: null },
} as const satisfies Record<string, { label: string; one: string; bound: number | null }>
export type QueueName = keyof typeof QUEUES

export type QueueAge = { queue: QueueName; count: number; oldestAt: Instant | null }

/** The last runs of something that leaves a heartbeat. */
export type JobRuns = {
  job: string
  startedAt: Instant
  succeededAt: Instant | null
  failedAt: Instant | null
  error: string | null
}

/** One build that ended. */
export type BuildRun = { startedAt: Instant; milliseconds: number; isFailed: boolean }

/** How complete an upcoming event is: fields that are filled, of those there are. */
export type Completeness = {
  id: string
  eventName: string
  eventDate: string
  isPublished: boolean
  filled: number
  total: number
  /** Fields for which the page shows fallback copy. */
  fallback: number
  /** Labels of the fields that keep it from being saved and published. */
  missing: string[]
}

/** What a need is about: the panel or the screen where it can be dealt with. */
export type NeedAbout = QueueName | 'dead' | 'delivery' | 'domain' | 'events' | 'jobs' | 'backup' | 'calls' | 'mode'

/** Something that somebody should look at, in one sentence. */
export type Need = { about: NeedAbout; sentence: string }

/** The state of the whole project. Instants are the database's, except for boundaries and the live build. */
export type Overview = {
  now: Instant
  /** Since when the site is used; null for a fresh one. */
  since: Instant | null
  /** Milliseconds between two runs of the schedule. */
  tickEvery: number
  mode: { level: number; reason: string | null; mailHeldSince: Instant | null }
  site: {
    revision: number
    live: { revision: number; builtAt: Instant } | null
    /** Visitors see everything that is saved. */
    isCurrent: boolean
    isBuilding: boolean
    hold: BuildHold | null
    /** Builds that failed since one succeeded. */
    failures: number
  }
  /** The latest builds, oldest first. */
  builds: BuildRun[]
  lastFailure: { at: Instant; revision: number; reason: string; error: string | null } | null
  freshness: Freshness
  /** Within seven days. */
  boundaries: Boundary[]
  events: Completeness[]
  queues: QueueAge[]
  /** Messages that could not be delivered. */
  deadMail: number
  /** Warnings about mail that last, as the Dashboard shows them. */
  mailAlerts: MailAlert[]
  jobs: JobRuns[]
  backup: JobRuns | null
  drill: JobRuns | null
  calls: {
    /** All answers of the last 30 days. */
    total: Calls
    /** The part of the error budget that is left; below 0 when it is overspent. */
    left: number
    burn: BurnWindow | null
    /** The last 24 hours. */
    groups: (Calls & { group: string; slow: number })[]
  }
  databaseBytes: number
  needs: Need[]
}
