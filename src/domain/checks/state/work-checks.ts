import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { emergencyActions } from '#db/schema/operations.ts'
import { outbox } from '#db/schema/security.ts'
import { heartbeats } from '#db/schema/site.ts'
import type { Instant } from '#src/contract/instant.ts'
import { plural } from '#src/contract/plural.ts'
import type { Check, CheckContext, Finding } from '../check.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Done by people, and noted as heartbeats too. */
const BACKUP = 'backup'
const RESTORE_DRILL = 'restore-drill'
/** The schedule's longest pause, twice and a little. */
const LONGEST_PAUSE = HOUR
/** The rarest job runs once a day. */
const LONGEST_WITHOUT_SUCCESS = 26 * HOUR
const RECENT_MAILS = 7 * DAY
const MANY_MAILS = 10

const shared = { group: 'state', every: 'round', retries: 0, blips: 0 } as const

/** Whether what should happen regularly has happened. */
export const WORK_CHECKS: readonly Check[] = [
  { ...shared, key: 'state.jobs', title: 'Scheduled jobs', mend: '/admin/project-overview', run: readJobs },
  {
    ...shared,
    key: 'state.mails',
    title: 'Mails that were given up',
    mend: '/admin/email-diagnostics',
    run: countDeadMails,
  },
  { ...shared, key: 'state.backup', title: 'Last backup', mend: 'README.md: Commands', run: readBackup },
  {
    ...shared,
    key: 'state.restore-drill',
    title: 'Last restore drill',
    mend: 'README.md: Commands',
    run: readRestoreDrill,
  },
  {
    ...shared,
    key: 'state.emergency-drill',
    title: 'Last emergency drill',
    mend: '/admin/emergency-reset',
    run: readEmergencyDrill,
  },
]

async function readJobs({ db, now }: CheckContext): Promise<Finding> {
  const rows = await db.select().from(heartbeats).orderBy(heartbeats.job)
  const jobs = rows.filter(({ job }) => job !== BACKUP && job !== RESTORE_DRILL)
  const newest = Math.max(0, ...jobs.map(({ startedAt }) => startedAt.getTime()))
  const evidence = {
    jobs: jobs.map(({ job, succeededAt }) => ({ job, succeededAt: succeededAt?.toISOString() ?? null })),
  }
  if (jobs.length === 0) return { state: 'fail', said: 'No scheduled job has ever run.', evidence }
  if (newest + LONGEST_PAUSE < now)
    return { state: 'fail', said: `No scheduled job has run for ${ageOf(newest, now)}.`, evidence }
  const stuck = jobs.filter(({ succeededAt }) => (succeededAt?.getTime() ?? 0) + LONGEST_WITHOUT_SUCCESS < now)
  const [first] = stuck
  if (first) {
    const since = first.succeededAt
      ? `did not succeed for ${ageOf(first.succeededAt.getTime(), now)}`
      : 'never succeeded'
    return { state: 'fail', said: `The job ${first.job} ${since}.`, evidence }
  }
  const failing = jobs.filter(({ failedAt, succeededAt }) => failedAt && succeededAt && failedAt > succeededAt)
  if (failing.length > 0)
    return { state: 'warn', said: `The last run of ${failing.map(({ job }) => job).join(', ')} failed.`, evidence }
  return { state: 'pass', said: `${plural(jobs.length, 'scheduled job')} ran well.`, evidence }
}

async function countDeadMails({ db, now }: CheckContext): Promise<Finding> {
  const since = sql`${new Date(now - RECENT_MAILS).toISOString()}::timestamptz`
  const dead = await db.$count(outbox, and(eq(outbox.state, 'dead'), gt(outbox.createdAt, since)))
  const evidence = { dead }
  if (dead === 0) return { state: 'pass', said: 'No message of the last seven days was given up.', evidence }
  const said = `${plural(dead, 'message')} of the last seven days could not be delivered and was given up.`
  return { state: dead >= MANY_MAILS ? 'fail' : 'warn', said, evidence }
}

async function readBackup(context: CheckContext): Promise<Finding> {
  const at = await readSuccess(context, BACKUP)
  return judgeAge('The last backup', at, context.now, { warnAfter: 2 * DAY, failAfter: 7 * DAY })
}

async function readRestoreDrill(context: CheckContext): Promise<Finding> {
  const at = await readSuccess(context, RESTORE_DRILL)
  return judgeAge('The last backup that was restored to try it', at, context.now, { warnAfter: 90 * DAY })
}

async function readEmergencyDrill({ db, now }: CheckContext): Promise<Finding> {
  const { isDrill, finishedAt } = emergencyActions
  const [last] = await db
    .select({ finishedAt })
    .from(emergencyActions)
    .where(and(eq(isDrill, true), sql`${finishedAt} is not null`))
    .orderBy(desc(finishedAt))
    .limit(1)
  return judgeAge('The last emergency drill', last?.finishedAt?.getTime(), now, { warnAfter: 90 * DAY })
}

async function readSuccess({ db }: CheckContext, job: string): Promise<Instant | undefined> {
  const [row] = await db.select({ at: heartbeats.succeededAt }).from(heartbeats).where(eq(heartbeats.job, job))
  return row?.at?.getTime()
}

type Bounds = { warnAfter: number; failAfter?: number }

function judgeAge(what: string, at: Instant | undefined, now: Instant, { warnAfter, failAfter }: Bounds): Finding {
  if (at === undefined) return { state: 'warn', said: `${what} is not known: there is no record of one.` }
  const evidence = { at: new Date(at).toISOString() }
  const age = now - at
  const state = age > (failAfter ?? Number.POSITIVE_INFINITY) ? 'fail' : age > warnAfter ? 'warn' : 'pass'
  return { state, said: `${what} was ${ageOf(at, now)} ago.`, evidence }
}

/** `5 hours`, from two days on `2 days`. */
function ageOf(at: Instant, now: Instant): string {
  const hours = Math.max(0, Math.floor((now - at) / HOUR))
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')
}
