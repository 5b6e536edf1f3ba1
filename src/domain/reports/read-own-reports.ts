import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type OwnReport, type OwnReports, REPORT_LINK_DEAD } from '#src/contract/report.ts'
import { openSharedLink } from '../links/shared-link.ts'

const MOST = 50

/**
 * What a link to one's own reports opens: the verified ones of its address, newest first. One that was merged into another
 * shows how that one stands. Throws `not_found` with one sentence for every link that opens nothing. (security TL5)
 */
export async function readOwnReports(db: Db, token: string, now: Instant): Promise<OwnReports> {
  const link = await openSharedLink(db, { purpose: 'report-status', token }, now)
  if (!link) throw new Failure('not_found', REPORT_LINK_DEAD)
  const rows = await ownReports(db, link.subjectId)
  return { reports: rows.map(toOwnReport) }
}

function ownReports(db: Db, emailKey: string) {
  const kept = alias(eventReports, 'kept')
  const { id, reportType, title, createdAt, updatedAt, verifiedAt } = eventReports
  return db
    .select({
      own: { id, reportType, title, createdAt, updatedAt, status: eventReports.status, answer: eventReports.answer },
      kept: { status: kept.status, answer: kept.answer },
      wish: { status: adminWishes.status, target: adminWishes.target },
    })
    .from(eventReports)
    .leftJoin(kept, eq(kept.id, eventReports.mergedIntoId))
    .leftJoin(
      adminWishes,
      eq(adminWishes.id, sql`coalesce(${eventReports.promotedToWishId}, ${kept.promotedToWishId})`),
    )
    .where(and(eq(eventReports.emailKey, emailKey), isNotNull(verifiedAt)))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST)
}

type Row = Awaited<ReturnType<typeof ownReports>>[number]

function toOwnReport({ own, kept, wish }: Row): OwnReport {
  const { id, reportType, title, createdAt, updatedAt } = own
  // What it follows may itself wait for a click; that is nothing to tell.
  const status = kept === null || kept.status === 'unverified' ? own.status : kept.status
  return {
    id,
    reportType,
    title,
    status,
    answer: own.answer ?? kept?.answer ?? null,
    wish,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  }
}
