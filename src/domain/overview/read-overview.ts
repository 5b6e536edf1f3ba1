import { asc, desc, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog, heartbeats, siteBuilds } from '#db/schema/site.ts'
import type { BuildInfo } from '#src/contract/build.ts'
import { BUDGET_PERIOD, FRESH_WITHIN, type Freshness, findBurn, getBudgetLeft } from '#src/contract/error-budget.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { BuildRun, JobRuns, Overview } from '#src/contract/overview.ts'
import { findNeeds } from '#src/contract/overview-needs.ts'
import { listBoundaries, listCompleteness } from '../events/list-upcoming.ts'
import { readCalls, readCallsByGroup } from '../health/call-minutes.ts'
import { listAlerts } from '../mail-alerts/mail-alert.ts'
import { readNextStep } from '../site/read-build-status.ts'
import type { BuildTiming } from '../site/rebuild-plan.ts'
import { readSiteMode } from '../site-mode/site-mode.ts'
import { countDeadMail, readQueues } from './read-queues.ts'

type Asked = { live: BuildInfo | null; now: Instant; pace: BuildTiming; registrationOrigin: string }

const WEEK = 7 * 24 * 3_600_000

/** The state of the whole project, with what needs a person. Every query is bounded or reads an index. (product 2) */
export async function readOverview(db: Db, asked: Asked): Promise<Overview> {
  const { now, pace, registrationOrigin } = asked
  const [site, builds, queues, events, calls, runs] = await Promise.all([
    readSite(db, asked),
    readBuilds(db),
    readQueues(db),
    listCompleteness(db, { now, registrationOrigin }),
    readBudget(db),
    readRuns(db),
  ])
  const boundaries = (await listBoundaries(db, now)).filter(({ at }) => at <= now + WEEK)
  const facts = { ...site, ...builds, queues, events, calls, ...runs, boundaries, tickEvery: pace.tickEvery }
  const whole = {
    ...facts,
    deadMail: await countDeadMail(db),
    mailAlerts: await listAlerts(db),
    ...(await readServer(db)),
  }
  return { ...whole, needs: findNeeds(whole) }
}

async function readSite(db: Db, { live, now, pace }: Asked): Promise<Pick<Overview, 'site' | 'mode'>> {
  const { step, status, shown } = await readNextStep(db, { live, now, timing: pace })
  const { level, reason, mailHeldSince } = await readSiteMode(db, now)
  const isHold = step === 'locked' || step === 'rolledBack' || step === 'givenUp'
  return {
    site: {
      revision: status.revision,
      live: shown && { revision: shown.revision, builtAt: shown.builtAt },
      isCurrent: step === 'live',
      isBuilding: status.facts.isBuilding,
      hold: isHold ? step : null,
      failures: status.facts.failures,
    },
    mode: { level, reason, mailHeldSince },
  }
}

/** Builds that the trend shows, and wishes among which they are looked for: a build may grant many. */
const SHOWN_BUILDS = 20
const LATEST_WISHES = 200

async function readBuilds(db: Db): Promise<Pick<Overview, 'builds' | 'lastFailure' | 'freshness'>> {
  const { requestedAt, id, state, startedAt, finishedAt, revision, reason, error } = siteBuilds
  const latest = db
    .select({ state, startedAt, finishedAt })
    .from(siteBuilds)
    .orderBy(sql`${desc(requestedAt)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(LATEST_WISHES)
    .as('latest')
  const runs = await db
    .select({
      startedAt: latest.startedAt,
      milliseconds: sql<number>`(extract(epoch from min(${latest.finishedAt}) - ${latest.startedAt}) * 1000)::float8`,
      isFailed: sql<boolean>`bool_and(${latest.state} = 'failed')`,
    })
    .from(latest)
    .where(sql`${latest.startedAt} is not null and ${latest.finishedAt} is not null`)
    .groupBy(latest.startedAt)
    .orderBy(desc(latest.startedAt))
    .limit(SHOWN_BUILDS)
  const [failure] = await db
    .select({ at: finishedAt, revision, reason, error })
    .from(siteBuilds)
    .where(sql`${state} = 'failed' and ${isNotNull(finishedAt)}`)
    .orderBy(desc(finishedAt))
    .limit(1)
  return {
    builds: runs.map((run): BuildRun => ({ ...run, startedAt: run.startedAt?.getTime() ?? 0 })).toReversed(),
    lastFailure: failure ? { ...failure, at: failure.at?.getTime() ?? 0 } : null,
    freshness: await readFreshness(db),
  }
}

/** Changes of the last 30 days that somebody made; dates on pages are not among them, nor what still may be in time. */
async function readFreshness(db: Db): Promise<Freshness> {
  const { requestedAt, finishedAt, state, actor } = siteBuilds
  const took = sql`coalesce(${finishedAt}, now()) - ${requestedAt}`
  const isLate = sql`(${state} = 'failed' or ${took} > ${FRESH_WITHIN} * interval '1 millisecond')`
  const [row] = await db
    .select({
      changes: sql<number>`(count(*) filter (where ${finishedAt} is not null or ${isLate}))::int`,
      late: sql<number>`(count(*) filter (where ${isLate}))::int`,
    })
    .from(siteBuilds)
    .where(sql`${requestedAt} > now() - ${BUDGET_PERIOD} * interval '1 minute' and ${actor} <> 'schedule'`)
  return row ?? { changes: 0, late: 0 }
}

async function readBudget(db: Db): Promise<Overview['calls']> {
  const callsIn = await readCalls(db)
  const total = callsIn(BUDGET_PERIOD)
  return { total, left: getBudgetLeft(total), burn: findBurn(callsIn), groups: await readCallsByGroup(db) }
}

async function readRuns(db: Db): Promise<Pick<Overview, 'jobs' | 'backup' | 'drill'>> {
  const rows = await db.select().from(heartbeats).orderBy(asc(heartbeats.job))
  const runs = rows.map(
    ({ job, startedAt, succeededAt, failedAt, error }): JobRuns => ({
      job,
      startedAt: startedAt.getTime(),
      succeededAt: succeededAt?.getTime() ?? null,
      failedAt: failedAt?.getTime() ?? null,
      error,
    }),
  )
  const take = (name: string) => runs.find(({ job }) => job === name) ?? null
  const [backup, drill] = [take('backup'), take('restore-drill')]
  return { jobs: runs.filter((run) => run !== backup && run !== drill), backup, drill }
}

/** What the database says of itself: its clock, its size, and when the first thing was written down in it. */
async function readServer(db: Db): Promise<Pick<Overview, 'now' | 'since' | 'databaseBytes'>> {
  const [first] = await db.select({ at: auditLog.at }).from(auditLog).orderBy(asc(auditLog.id)).limit(1)
  const [server] = await db
    .select({
      now: sql<number>`(extract(epoch from now()) * 1000)::float8`,
      bytes: sql<number>`pg_database_size(current_database())::float8`,
    })
    .from(sql`(select 1) one`)
  return { now: server?.now ?? 0, since: first?.at.getTime() ?? null, databaseBytes: server?.bytes ?? 0 }
}
