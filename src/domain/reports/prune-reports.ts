import { and, asc, eq, isNotNull, isNull, lte, notExists, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { eventReports, reportNotes } from '#db/schema/feedback.ts'
import type { Instant } from '#src/contract/instant.ts'
import { SUBMISSION_KEY_LIFE } from './submit-report.ts'

const DAY = 86_400_000
/** How long an unverified report is kept, in milliseconds; its link has expired long before. */
export const UNVERIFIED_LIFE = 30 * DAY
/** Rows of each kind that one run touches at most; the next one goes on. */
const BATCH = 5_000

/** How many of each were deleted. */
type PrunedReports = { unverified: number; keys: number }

/** Deletes reports that were neither verified nor handled after 30 days, and submission keys after a day. (security DB3) */
export async function pruneReports(db: Db, now: Instant): Promise<PrunedReports> {
  const keys = await forgetKeys(db, now)
  const gone = await forgetUnverified(db, now)
  return { unverified: gone.length, keys: keys.length }
}

/** Deletes one batch of keys older than a day, except those of reports that are being changed: the next run takes them. */
export function forgetKeys(db: Db, now: Instant) {
  const { id, submissionKey, createdAt, updatedAt } = eventReports
  const old = db
    .select({ id })
    .from(eventReports)
    .where(and(isNotNull(submissionKey), lte(createdAt, new Date(now - SUBMISSION_KEY_LIFE))))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(eventReports)
    .set({ submissionKey: null, submissionDigest: null, updatedAt: sql`${updatedAt}` })
    .where(among(old))
    .returning({ id })
}

/**
 * Deletes one batch of reports that were not verified in 30 days, have no note of ours and no duplicates. They are
 * locked first, so that none changes at the same time.
 */
export function forgetUnverified(db: Db, now: Instant) {
  const twin = alias(eventReports, 'twin')
  const { id, status, createdAt, verifiedAt, mergedIntoId } = eventReports
  const abandoned = db
    .select({ id })
    .from(eventReports)
    .where(
      and(
        eq(status, 'unverified'),
        lte(createdAt, new Date(now - UNVERIFIED_LIFE)),
        isNull(verifiedAt),
        isNull(mergedIntoId),
        notExists(db.select({ id: twin.id }).from(twin).where(eq(twin.mergedIntoId, id))),
        notExists(db.select({ id: reportNotes.id }).from(reportNotes).where(eq(reportNotes.reportId, id))),
      ),
    )
    .orderBy(asc(createdAt))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db.delete(eventReports).where(among(abandoned)).returning({ id })
}

/** As an array, which is looked up in the index. */
function among(ids: SQLWrapper) {
  return sql`${eventReports.id} = any(array(${ids}))`
}
