import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import {
  type BuildHold,
  type BuildInfo,
  type BuildLine,
  type BuildStatus,
  isOutOfDate,
  mayReplace,
} from '#src/contract/build.ts'
import { nextBoundary } from '#src/contract/featured.ts'
import type { Instant } from '#src/contract/instant.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { queueBuild } from './builds.ts'
import { type AskStep, type BuildFacts, type BuildTiming, getAskStep } from './rebuild-plan.ts'
import { readContentVersion } from './touch-content.ts'

const LINES = 20

/**
 * The state of the site, with the last 20 requested builds, newest first. `live` is what visitors see. (architecture 6)
 */
export async function readBuildStatus(
  db: Db,
  { live, now, pace }: { live: BuildInfo | null; now: Instant; pace: BuildTiming },
): Promise<BuildStatus> {
  const rows = await latestBuilds(db)
  const names = await readUsernames(
    db,
    rows.map(({ actor }) => actor),
  )
  const { step, status, shown } = await readNextStep(db, { live, now, timing: pace })
  return {
    revision: status.revision,
    seenRevision: shown?.revision ?? null,
    hold: isHold(step) ? step : null,
    live: live && { revision: live.revision, builtAt: live.builtAt, nextBoundaryAt: live.nextBoundaryAt },
    builds: rows.map((build) => toLine(build, actorName(names, build.actor))),
  }
}

function isHold(step: NextStep): step is BuildHold {
  return step === 'locked' || step === 'rolledBack' || step === 'givenUp'
}

/** In the order of the index on them, which no other spelling of it is. */
function latestBuilds(db: Db) {
  const { requestedAt, id } = siteBuilds
  return db
    .select()
    .from(siteBuilds)
    .orderBy(sql`${desc(requestedAt)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(LINES)
}

function toLine(build: typeof siteBuilds.$inferSelect, by: string): BuildLine {
  const { revision, state, reason, error, requestedAt, finishedAt } = build
  return {
    revision,
    state,
    reason,
    by,
    error,
    requestedAt: requestedAt.getTime(),
    finishedAt: finishedAt?.getTime() ?? null,
  }
}

/** Queues a build of the content as it is: for a failed one, or to be sure. Resolves with its revision. */
export async function retryBuild(db: Db, actor: Actor): Promise<number> {
  return db.transaction(async (tx) => {
    const revision = await readContentVersion(tx)
    await queueBuild(tx, { revision, reason: 'asked for again', actor: actor.id })
    await recordAudit(tx, actor, {
      action: 'site.rebuild',
      subjectType: 'site',
      subjectId: 'site',
      after: { revision },
    })
    return revision
  })
}

/** The newest site that visitors have seen; `builtAt` is null if it could not be read. */
type Seen = { revision: number; builtAt: Instant | null }

/** The database's revision, what visitors have seen of it, how long ago the build of that began, and what is known of builds. */
export type SiteStatus = { revision: number; seen: Seen | null; liveAge: number | null; facts: BuildFacts }

const lastLive = sql`(select max(finished_at) from ${siteBuilds} where state = 'live')`
const failedSince = sql`from ${siteBuilds} where state = 'failed' and finished_at > coalesce(${lastLive}, '-infinity')`
const age = (instant: ReturnType<typeof sql>) =>
  sql<number | null>`(extract(epoch from clock_timestamp() - ${instant}) * 1000)::float8`
const exists = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select 1 from ${siteBuilds} where ${condition})`

/** Reads it all in one statement, by the database's own clock. */
async function readStatus(db: Db): Promise<SiteStatus> {
  const [row] = await db
    .select({
      revision: siteContent.version,
      liveRevision: siteContent.liveRevision,
      liveBuiltAt: siteContent.liveBuiltAt,
      liveAge: age(sql`(select coalesce(started_at, finished_at) from ${siteBuilds}
        where state = 'live' and finished_at is not null order by finished_at desc limit 1)`),
      isLocked: siteContent.isLocked,
      askAge: age(sql`${siteContent.hookPostedAt}`),
      isAskOpen: sql<boolean>`coalesce(${siteContent.hookPostedAt} >
        coalesce((select max(started_at) from ${siteBuilds}), '-infinity'), false)`,
      isBuilding: exists(sql`state = 'building'`),
      hasQueued: exists(sql`state = 'queued'`),
      hasNew: exists(sql`state = 'queued' and requested_at > coalesce(${siteContent.hookPostedAt}, '-infinity')`),
      repeats: sql<number>`(select count(*)::int from unnest(${siteContent.repeatedAt}) past
        where past > clock_timestamp() - interval '30 days')`,
      failures: sql<number>`(select count(distinct finished_at)::int ${failedSince})`,
      failureAge: age(sql`(select max(finished_at) ${failedSince})`),
    })
    .from(siteContent)
  if (!row) throw new Error('site_content has no row: run the migrations')
  const { revision, liveRevision, liveBuiltAt, liveAge, ...facts } = row
  const seen = liveRevision === null ? null : { revision: liveRevision, builtAt: liveBuiltAt?.getTime() ?? null }
  return { revision, seen, liveAge, facts }
}

/** Builds that tell how long one takes, and wishes among which they are looked for: a build may grant many. */
const LATEST_BUILDS = 10
const LATEST_WISHES = 200

/** How long each of the last ten builds that went live took, in milliseconds, as far as the latest wishes tell. */
export async function readBuildLengths(db: Db): Promise<number[]> {
  const { requestedAt, id, state, startedAt, finishedAt } = siteBuilds
  const latest = db
    .select({ state, startedAt, finishedAt })
    .from(siteBuilds)
    .orderBy(sql`${requestedAt} desc nulls last`, sql`${id} desc nulls last`)
    .limit(LATEST_WISHES)
    .as('latest')
  const length = sql<number>`(extract(epoch from min(${latest.finishedAt}) - ${latest.startedAt}) * 1000)::float8`
  const rows = await db
    .select({ length })
    .from(latest)
    .where(
      and(inArray(latest.state, ['live', 'superseded']), isNotNull(latest.startedAt), isNotNull(latest.finishedAt)),
    )
    .groupBy(latest.startedAt)
    .orderBy(desc(latest.startedAt))
    .limit(LATEST_BUILDS)
  return rows.map((row) => row.length)
}

/** `live` means that nothing is to be done, `rolledBack` that an older site was put back and nothing has changed since. */
export type NextStep = AskStep | 'live' | 'rolledBack'

type Judged = {
  step: NextStep
  status: SiteStatus
  /** What visitors see, or what was published last where that cannot be read; null if nothing ever was. */
  shown: BuildInfo | null
}

/** Compares what visitors see with the database, and says what is to be done about it. Changes nothing. */
export async function readNextStep(
  db: Db,
  { live, now, timing }: { live: BuildInfo | null; now: Instant; timing: BuildTiming },
): Promise<Judged> {
  const status = await readStatus(db)
  const shown = live ?? (await readPublished(db, status, now))
  if (shown && !isOutOfDate(shown, status.revision, now)) return { step: 'live', status, shown }
  if (isRolledBack(live, status) && !status.facts.hasQueued) return { step: 'rolledBack', status, shown }
  return { step: getAskStep(status.facts, { boundaryAge: getBoundaryAge(shown, now), timing }), status, shown }
}

/** What was published last as the database knows it, as if it could be read; null if nothing ever was. */
async function readPublished(db: Db, { seen, liveAge }: SiteStatus, now: Instant): Promise<BuildInfo | null> {
  if (!seen) return null
  const builtAt = now - (liveAge ?? 0)
  const events = await db.select().from(eventConfig).where(eq(eventConfig.isPublished, true))
  return { revision: seen.revision, builtAt, featuredSlug: null, nextBoundaryAt: nextBoundary(events, builtAt) ?? null }
}

/** Visitors see an older site than they have seen, and nothing has changed since that newer one. */
function isRolledBack(live: BuildInfo | null, { revision, seen }: { revision: number; seen: Seen | null }): boolean {
  if (!live || !seen || seen.revision < revision) return false
  return !mayReplace(live, { ...live, revision: seen.revision, builtAt: seen.builtAt ?? live.builtAt })
}

function getBoundaryAge(shown: BuildInfo | null, now: Instant): number | null {
  const at = shown?.nextBoundaryAt ?? null
  return at === null || at > now ? null : now - at
}
