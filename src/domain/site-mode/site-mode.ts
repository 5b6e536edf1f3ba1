import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteMode } from '#db/schema/operations.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { BAD_UNTIL, type SiteLevel, type SiteMode, type SiteModeAnswer } from '#src/contract/site-mode.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/versioned.ts'

type SiteModeRow = typeof siteMode.$inferSelect

/** The level in force and whether mail is held. An `until` that has passed counts as level 0. (decision 0050) */
export async function readSiteMode(db: Db, now: Instant): Promise<SiteMode> {
  const [row] = await db.select().from(siteMode)
  return toSiteMode(requireRow(row), now)
}

/** The same for staff, with the name of who set it. */
export async function describeSiteMode(db: Db, now: Instant): Promise<SiteModeAnswer> {
  const mode = await readSiteMode(db, now)
  return { ...mode, setByName: actorName(await readUsernames(db, [mode.setBy]), mode.setBy) }
}

type NewMode = {
  level: SiteLevel
  reason: string
  until: Instant | null
  /** The version that an administrator saw; left out by the command line, which must always work. */
  version?: number
}

/**
 * Sets the level and writes it to the audit log. The functions that are running follow within five seconds. Whether mail
 * is held stays as it is. Throws `conflict` for another version, `invalid` for an end that has passed or belongs to level 0.
 */
export async function setSiteMode(
  tx: Db,
  { level, reason, until, version }: NewMode,
  { actor, now }: Pick<CommandContext, 'actor' | 'now'>,
): Promise<SiteMode> {
  const before = await lockSiteMode(tx)
  if (version !== undefined) requireVersion(before, version)
  if (until !== null && (level === 0 || until <= now)) throw new Failure('invalid', BAD_UNTIL, { field: 'until' })
  const [after] = await tx
    .update(siteMode)
    .set({
      level,
      reason: level === 0 ? null : reason,
      setBy: actor.id,
      setAt: new Date(now),
      until: until === null ? null : new Date(until),
      version: sql`${siteMode.version} + 1`,
    })
    .where(eq(siteMode.id, before.id))
    .returning()
  const subject = { action: 'site-mode.set', subjectType: 'site-mode', subjectId: String(before.id) }
  await recordAudit(tx, actor, { ...subject, before, after: { ...after, reason } })
  return toSiteMode(requireRow(after), now)
}

/** The row, held until the transaction ends. */
async function lockSiteMode(tx: Db): Promise<SiteModeRow> {
  const [row] = await tx.select().from(siteMode).for('update')
  return requireRow(row)
}

function requireRow(row: SiteModeRow | undefined): SiteModeRow {
  if (!row) throw new Error('site_mode has no row: run the migrations')
  return row
}

function toSiteMode(row: SiteModeRow, now: Instant): SiteMode {
  const until = row.until?.getTime() ?? null
  const isOver = row.level === 0 || (until !== null && until <= now)
  return {
    level: isOver ? 0 : (row.level as SiteLevel),
    reason: isOver ? null : row.reason,
    setBy: row.setBy,
    setAt: row.setAt.getTime(),
    until: isOver ? null : until,
    mailHeldSince: row.mailHeldSince?.getTime() ?? null,
    version: row.version,
  }
}
