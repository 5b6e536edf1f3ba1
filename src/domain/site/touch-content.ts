import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import type { Actor } from '../audit/audit.ts'

/**
 * Records a change of something that a static page shows: increments the revision and queues a build, in the caller's
 * transaction. Resolves with the new revision. (security BR1)
 *
 * It also locks the one row of `site_content` until the transaction ends, so that content changes happen one after the other:
 * call it after locking the row to change and before checking anything that another change could affect.
 *
 * The writes of a change set share one revision and one build. (decision 0068)
 */
export async function touchContent(tx: Db, reason: string, actor: Actor): Promise<number> {
  const { run } = actor
  if (!run) return raiseRevision(tx, reason, actor)
  run.revision ??= await raiseRevision(tx, run.reason, actor)
  return run.revision
}

/**
 * The wish is dated once the row is locked, as the ask for a build is: at the beginning of the transaction, a build that did not see the change
 * may have been asked for since.
 */
async function raiseRevision(tx: Db, reason: string, actor: Actor): Promise<number> {
  const [content] = await tx
    .update(siteContent)
    .set({ version: sql`${siteContent.version} + 1`, changedAt: sql`now()` })
    .returning({ revision: siteContent.version })
  if (!content) throw new Error('site_content has no row: run the migrations')
  const { revision } = content
  await tx.insert(siteBuilds).values({ revision, reason, actor: actor.id, requestedAt: sql`clock_timestamp()` })
  return revision
}

/**
 * `touchContent` for a change that pages show only under a condition, such as a vendor that a published event shows.
 * Resolves with null if `isShown` says no. (security BR1)
 *
 * The row of `site_content` is locked while `isShown` looks: an event published at this moment is published before, and
 * is seen, or after, and reads what the caller has changed.
 */
export async function touchContentIf(
  tx: Db,
  isShown: () => Promise<boolean>,
  reason: string,
  actor: Actor,
): Promise<number | null> {
  const { run } = actor
  // Another write of the same change set has made the revision already, and holds the row.
  if (run && run.revision !== null) return run.revision
  if (!run?.holdsContent) await tx.select({ version: siteContent.version }).from(siteContent).for('update')
  if (run) run.holdsContent = true
  return (await isShown()) ? touchContent(tx, reason, actor) : null
}

/**
 * The revision of everything public, by the cheapest query there is. Every change of published content raises it in the
 * same transaction (`touchContent`), so what was read under one revision is true as long as the revision stays.
 */
export async function readContentVersion(db: Db): Promise<number> {
  const result: unknown = await db.execute(sql`select version from site_content`)
  const version = firstVersion(result)
  if (version === undefined) throw new Error('site_content has no row: run the migrations')
  return version
}

/** Every driver answers `{rows: [{version}]}`; a bigint arrives as text. */
function firstVersion(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('rows' in result) || !Array.isArray(result.rows))
    return undefined
  const [row] = result.rows
  return row === undefined ? undefined : Number(row.version)
}
