import type { Db } from '#db/client.ts'
import type { CheckGroup, CheckState } from '#src/contract/checks.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Dns } from '#src/platform/dns.ts'
import type { MailJudge } from '#src/platform/mail-judge.ts'
import type { Probe } from '#src/platform/probe.ts'
import type { ServerFacts } from '#src/platform/smtp.ts'
import type { LetterSite } from '../outbox/letter.ts'

/** What a check found: `said` is one sentence for admins. Evidence contains no secrets and no bodies of answers. */
export type Finding = {
  state: Exclude<CheckState, 'unknown'>
  said: string
  evidence?: Record<string, unknown>
}

/** A route as its router declares it. */
export type CheckedRoute = { method: string; path: string; policy: string | undefined; checksOrigin?: false }

/** How mail leaves the site, and who can say how that looks from outside. */
export type MailMeans = {
  /** The address that mails come from. */
  from: string
  /** The selector of the DKIM key, where the environment names one. */
  selector: string | undefined
  dns: Dns
  judge: MailJudge
  /** Connects to the mail server as for a mail. Throws `CouldNotRun` where there is none. */
  tryServer: () => Promise<ServerFacts | { reason: string }>
}

/** Everything that a check may use. */
export type CheckContext = {
  db: Db
  /** The time at which this try began. */
  now: Instant
  site: LetterSite
  /** Asks the live site; its calls end with `signal`. */
  probe: Probe
  /** Every route of the APIs with its policy. */
  routes: readonly CheckedRoute[]
  /** Opens a session of an account for the check alone: the `Cookie` that shows it, and how to end it. */
  openSession: (userId: string) => Promise<{ cookie: string; endSession: () => Promise<void> }>
  mail: MailMeans
  /** Aborted when the time for this try is over. */
  signal: AbortSignal
}

/**
 * One check of the security test. A `CouldNotRun` that it throws says why it could not run; any other error counts as that
 * too, with a sentence of ours. Adding a check is adding a file to a folder beside this one, and a line to `all-checks.ts`.
 */
export type Check = {
  /** Stable: `headers.score`. */
  key: string
  group: CheckGroup
  title: string
  /** Where it is mended: an address of the admin area, or a file of the documentation and a heading in it: `README.md: Commands`. */
  mend: string
  /** Whether it runs in each round, or only in the daily one and when an owner asks. */
  every: 'round' | 'day'
  /** Further tries within a run before a failure counts. */
  retries: number
  /** Milliseconds that one try may take where the usual 10 seconds are not enough: below what one call of a function has for checks. */
  time?: number
  /** Consecutive failures that are tolerated before owners are notified. */
  blips: number
  run: (context: CheckContext) => Promise<Finding>
}
