import { HOLD_SENTENCE } from './build.ts'
import { isFreshEnough, LEAST_FAILURES } from './error-budget.ts'
import type { Instant } from './instant.ts'
import { isDomainAlert } from './mail-alert.ts'
import {
  ALL_WELL,
  BACKUP_BOUND,
  DRILL_BOUND,
  type JobRuns,
  type Need,
  type Overview,
  QUEUES,
  SCHEDULED,
} from './overview.ts'
import { enumerate, formatDuration } from './plural.ts'

type Facts = Omit<Overview, 'needs'>

const DAY = 24 * 3_600_000
/** Events that begin within this time should be ready. */
const SOON = 30 * DAY

/** Everything that needs a person, the most urgent first. (product 2: project overview) */
export function findNeeds(facts: Facts): Need[] {
  return [
    ...findMode(facts),
    ...findSite(facts),
    ...findCalls(facts),
    ...findJobs(facts),
    ...findQueues(facts),
    ...findEvents(facts),
    ...findBackups(facts),
  ]
}

/** The sentence on top of the project overview. */
export function sayNeeds(count: number): string {
  if (count === 0) return ALL_WELL
  return count === 1 ? '1 thing needs your attention.' : `${count} things need your attention.`
}

/** True if a scheduled job has not succeeded for three times as long as it is apart, or never since the site is used. */
export function isJobLate(runs: JobRuns | undefined, job: string, { now, since, tickEvery }: Facts): boolean {
  const schedule = SCHEDULED[job]
  if (!schedule) return false
  const from = runs?.succeededAt ?? since
  return from !== null && now - from > 3 * Math.max(tickEvery, schedule.every ?? 0)
}

function findMode({ mode: { level, reason, mailHeldSince }, now }: Facts): Need[] {
  return [
    ...say(level > 0, 'mode', `The site is closed at level ${level}: ${reason}`),
    ...say(
      mailHeldSince !== null,
      'mode',
      `Outgoing mail has been held for ${formatDuration(now - (mailHeldSince ?? now))}.`,
    ),
  ]
}

function findSite({ site, freshness }: Facts): Need[] {
  const { hold, failures, isCurrent, isBuilding } = site
  const { late, changes } = freshness
  return [
    ...say(hold !== null, 'builds', hold ? HOLD_SENTENCE[hold] : ''),
    ...say(
      hold === null && failures > 0 && !isCurrent && !isBuilding,
      'builds',
      'The last build failed. Visitors still see what was there before.',
    ),
    ...say(
      !isFreshEnough(freshness),
      'builds',
      `${late} of ${changes} changes in 30 days took longer than three minutes to go live.`,
    ),
  ]
}

function findCalls({ calls: { burn, left, total } }: Facts): Need[] {
  const speed = burn && burn.rate > 1 ? `${burn.rate} times faster` : 'faster'
  const isSpent = burn === null && left < 0 && total.failed >= LEAST_FAILURES
  return [
    ...say(burn !== null, 'calls', `Requests fail ${speed} than the error budget allows.`),
    ...say(isSpent, 'calls', 'More requests failed in 30 days than the error budget allows.'),
  ]
}

function findJobs(facts: Facts): Need[] {
  const { jobs, now } = facts
  const names = Object.keys(SCHEDULED)
  const late = names.filter((name) =>
    isJobLate(
      jobs.find(({ job }) => job === name),
      name,
      facts,
    ),
  )
  if (late.length === names.length)
    return [{ about: 'jobs', sentence: 'The schedule does not run: all its jobs are late.' }]
  return late.map((name) => {
    const at = jobs.find(({ job }) => job === name)?.succeededAt ?? null
    const since = at === null ? 'has never succeeded' : `has not succeeded for ${formatDuration(now - at)}`
    return { about: 'jobs', sentence: `The job “${SCHEDULED[name]?.label}” ${since}.` }
  })
}

function findQueues({ queues, deadMail, mailAlerts, mode, now }: Facts): Need[] {
  const late = queues.flatMap(({ queue, oldestAt }) => {
    const { one, bound } = QUEUES[queue]
    const isSaid =
      queue === 'mail' && (mode.mailHeldSince !== null || mailAlerts.some(({ key }) => key === 'queue-age'))
    if (oldestAt === null || bound === null || isSaid || now - oldestAt <= bound) return []
    return [{ about: queue, sentence: `The oldest ${one} has waited for ${formatDuration(now - oldestAt)}.` }]
  })
  const dead = deadMail === 1 ? '1 message' : `${deadMail} messages`
  const alerts = mailAlerts.map(
    (alert): Need => ({ about: isDomainAlert(alert) ? 'domain' : 'delivery', sentence: alert.sentence }),
  )
  return [...alerts, ...say(deadMail > 0, 'dead', `${dead} could not be delivered.`), ...late]
}

function findEvents({ events, now }: Facts): Need[] {
  return events.flatMap(({ eventName, eventDate, missing }) =>
    say(
      missing.length > 0 && Date.parse(eventDate) - now < SOON,
      'events',
      `${eventName} takes place soon and lacks ${enumerate(missing)}.`,
    ),
  )
}

/** First a backup, then the proof that it can be restored. */
function findBackups({ backup, drill, now }: Facts): Need[] {
  const age = (at: Instant) => formatDuration(now - at)
  const backupAt = backup?.succeededAt ?? null
  const drillAt = drill?.succeededAt ?? null
  if (backupAt === null) return [{ about: 'backup', sentence: 'There is no backup yet.' }]
  return [
    ...say(now - backupAt > BACKUP_BOUND, 'backup', `The last backup is ${age(backupAt)} old.`),
    ...say(drillAt === null, 'backup', 'No backup has been restored as a test yet.'),
    ...say(
      drillAt !== null && now - drillAt > DRILL_BOUND,
      'backup',
      `The last restore drill was ${age(drillAt ?? now)} ago.`,
    ),
  ]
}

function say(is: boolean, about: Need['about'], sentence: string): Need[] {
  return is ? [{ about, sentence }] : []
}
