import { and, desc, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import type { BuildInfo, BuildLine, BuildStatus } from '#src/contract/build.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { queueBuild } from './builds.ts'
import type { BuildFacts } from './rebuild-plan.ts'
import { readContentVersion } from './touch-content.ts'

const LINES = 20

/**
 * The state of the site, with the last 20 requested builds, newest first. `live` is what visitors see. (architecture 6)
 */
export async function readBuildStatus(db: Db, live: BuildInfo | null): Promise<BuildStatus> {
  const rows = await latestBuilds(db)
  const names = await readUsernames(
    db,
    rows.map(({ actor }) => actor),
  )
  return {
    revision: await readContentVersion(db),
    live: live && { revision: live.revision, builtAt: live.builtAt, nextBoundaryAt: live.nextBoundaryAt },
    builds: rows.map((build) => toLine(build, actorName(names, build.actor))),
  }
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

/** The database's revision, what it knows of builds, and whether it believes its revision to be live. */
export type SiteStatus = { revision: number; isKnownLive: boolean; facts: BuildFacts }

const lastLive = sql`(select max(finished_at) from ${siteBuilds} where state = 'live')`
const failedSince = sql`from ${siteBuilds} where state = 'failed' and finished_at > coalesce(${lastLive}, '-infinity')`
const age = (instant: ReturnType<typeof sql>) =>
  sql<number | null>`(extract(epoch from clock_timestamp() - ${instant}) * 1000)::float8`
const exists = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select 1 from ${siteBuilds} where ${condition})`

/** Reads it all in one statement, by the database's own clock. */
export async function readStatus(db: Db): Promise<SiteStatus> {
  const [row] = await db
    .select({
      revision: siteContent.version,
      isKnownLive: exists(sql`state = 'live' and revision = ${siteContent.version}`),
      askAge: age(sql`${siteContent.hookPostedAt}`),
      isAskOpen: sql<boolean>`coalesce(${siteContent.hookPostedAt} >
        coalesce((select max(started_at) from ${siteBuilds}), '-infinity'), false)`,
      isBuilding: exists(sql`state = 'building'`),
      hasQueued: exists(sql`state = 'queued'`),
      failures: sql<number>`(select count(distinct finished_at)::int ${failedSince})`,
      failureAge: age(sql`(select max(finished_at) ${failedSince})`),
    })
    .from(siteContent)
  if (!row) throw new Error('site_content has no row: run the migrations')
  const { revision, isKnownLive, ...facts } = row
  return { revision, isKnownLive, facts }
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
