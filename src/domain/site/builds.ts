import { and, desc, eq, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import type { BuildInfo, BuildState } from '#src/contract/build.ts'
import type { Instant } from '#src/contract/instant.ts'

/** One wish to rebuild, as the list of builds shows it. */
type Build = Pick<typeof siteBuilds.$inferSelect, 'revision' | 'state' | 'reason' | 'actor' | 'error'>

const LONGEST_ERROR = 2_000

/** Writes down a wish for a build although no content changed: `reason` is for the editor. */
export async function queueBuild(db: Db, wish: Pick<Build, 'revision' | 'reason' | 'actor'>): Promise<void> {
  await db.insert(siteBuilds).values({ ...wish, requestedAt: sql`now()` })
}

/**
 * The build `deployId` started `ago` milliseconds before now: every wish made until then is in it, because its snapshot is
 * read later.
 */
export async function markBuilding(db: Db, deployId: string, ago = 0): Promise<void> {
  const moment = formatMoment(ago)
  await db
    .update(siteBuilds)
    .set({ state: 'building', deployId, startedAt: moment, error: null })
    .where(and(eq(siteBuilds.state, 'queued'), lte(siteBuilds.requestedAt, moment)))
}

/**
 * The build `deployId` is what visitors see, on the word of the host: for a live site that cannot be read. What was taken for
 * failed because its end came late is live too. What no wish was made for changes nothing.
 */
export async function markDeployed(db: Db, deployId: string): Promise<void> {
  const isIn = and(eq(siteBuilds.deployId, deployId), inArray(siteBuilds.state, ['building', 'failed']))
  const [newest] = await db
    .select({ revision: siteBuilds.revision })
    .from(siteBuilds)
    .where(isIn)
    .orderBy(desc(siteBuilds.revision))
    .limit(1)
  if (!newest) return
  const { revision } = newest
  const isOlder = and(inArray(siteBuilds.state, ['queued', 'building']), lt(siteBuilds.revision, revision))
  const isShown = and(eq(siteBuilds.revision, revision), eq(siteBuilds.deployId, deployId))
  await db
    .update(siteBuilds)
    .set({ state: sql`case when ${isShown} then 'live' else 'superseded' end`, finishedAt: sql`now()`, error: null })
    .where(or(isIn, isOlder))
  await rememberLive(db, { revision, builtAt: null })
}

/** Notes the newest site that visitors have seen. `builtAt` is null if it could not be read. */
export async function rememberLive(
  db: Db,
  { revision, builtAt }: { revision: number; builtAt: Instant | null },
): Promise<void> {
  const { liveRevision, liveBuiltAt } = siteContent
  const moment = builtAt === null ? null : new Date(builtAt)
  const isNewer = or(isNull(liveRevision), lt(liveRevision, revision))
  const isLater = moment && and(eq(liveRevision, revision), or(isNull(liveBuiltAt), lt(liveBuiltAt, moment)))
  await db
    .update(siteContent)
    .set({ liveRevision: revision, liveBuiltAt: moment })
    .where(or(isNewer, isLater ?? undefined))
}

/** The host says whether it publishes what it builds. While it does not, nothing is asked of it. */
export async function setLocked(db: Db, isLocked: boolean): Promise<void> {
  await db.update(siteContent).set({ isLocked }).where(ne(siteContent.isLocked, isLocked))
}

/** `live` is what visitors see: the wish for its revision is granted, wishes for older ones are overtaken. */
export async function markLive(db: Db, live: Pick<BuildInfo, 'revision' | 'builtAt'>): Promise<void> {
  await db
    .update(siteBuilds)
    .set({
      state: sql`case when ${siteBuilds.revision} = ${live.revision} then 'live' else 'superseded' end`,
      finishedAt: sql`now()`,
      error: null,
    })
    .where(and(inArray(siteBuilds.state, ['queued', 'building']), lte(siteBuilds.revision, live.revision)))
  await rememberLive(db, live)
}

/**
 * Marks the build `deployId`, which ended `ago` milliseconds before now, as failed. `reason` is for the editor: one or a few
 * readable lines.
 */
export async function markFailed(db: Db, deployId: string, reason: string, ago = 0): Promise<void> {
  await db
    .update(siteBuilds)
    .set({ state: 'failed', finishedAt: formatMoment(ago), error: reason.slice(0, LONGEST_ERROR) })
    .where(and(eq(siteBuilds.state, 'building'), eq(siteBuilds.deployId, deployId)))
}

/** The build `deployId` ended well and is held back by the host: what it took in waits again. */
export async function markHeldBack(db: Db, deployId: string): Promise<void> {
  await db
    .update(siteBuilds)
    .set({ state: 'queued', startedAt: null, deployId: null })
    .where(and(eq(siteBuilds.state, 'building'), eq(siteBuilds.deployId, deployId)))
}

/** By the database's clock. */
function formatMoment(ago: number) {
  return sql`now() - ${ago} * interval '1 millisecond'`
}

/** Marks a build as failed that has given no news for `patience` milliseconds. */
export async function markSilentFailed(db: Db, patience: number): Promise<void> {
  await db
    .update(siteBuilds)
    .set({ state: 'failed', finishedAt: sql`now()`, error: 'The build started but never reported a result.' })
    .where(
      and(
        eq(siteBuilds.state, 'building'),
        sql`${siteBuilds.startedAt} < now() - ${patience} * interval '1 millisecond'`,
      ),
    )
}

/** For a builder that restarts and knows that nothing runs: queues the builds that it left half done again. */
export async function requeueBuilds(db: Db): Promise<void> {
  await db
    .update(siteBuilds)
    .set({ state: 'queued', startedAt: null, deployId: null })
    .where(eq(siteBuilds.state, 'building'))
}

/** The latest wishes, newest first; at most 100. */
export async function listBuilds(db: Db, limit = 20): Promise<Build[]> {
  const { revision, state, reason, actor, error } = siteBuilds
  return db
    .select({ revision, state, reason, actor, error })
    .from(siteBuilds)
    .orderBy(desc(siteBuilds.requestedAt), desc(siteBuilds.id))
    .limit(Math.min(limit, 100))
}

/** How far a revision has come. It is live as soon as it or a newer one is. */
export async function readProgress(db: Db, revision: number): Promise<{ state: BuildState; error: string | null }> {
  const rows = await db
    .select({ revision: siteBuilds.revision, state: siteBuilds.state, error: siteBuilds.error })
    .from(siteBuilds)
    .where(sql`${siteBuilds.revision} >= ${revision}`)
    .orderBy(desc(siteBuilds.requestedAt), desc(siteBuilds.id))
    .limit(100)
  if (rows.some((row) => row.state === 'live')) return { state: 'live', error: null }
  const own = rows.find((row) => row.revision === revision)
  const open = rows.find((row) => row.state === 'building') ?? own
  return { state: open?.state ?? 'queued', error: open?.error ?? null }
}
