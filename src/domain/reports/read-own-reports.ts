import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { OwnReport, OwnReports } from '#src/contract/report.ts'
import { issueSharedLink, openSharedLink } from '../links/shared-link.ts'
import { lockReports } from './lock-report.ts'

const MOST = 50

/**
 * What a link to one's own reports opens: the verified ones of its address, newest first. A merged report shows the
 * state of the one that represents it. Throws `not_found` with one sentence for every invalid link. (security TL5)
 */
export async function readOwnReports(db: Db, token: string, now: Instant): Promise<OwnReports> {
  const link = await openSharedLink(db, { purpose: 'report-status', token }, now)
  if (!link) throw new Failure('not_found', LINK_DEAD)
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

const DAY = 86_400_000
/** A link to one's own reports works as long, in milliseconds. */
export const STATUS_LINK_LIFE = 180 * DAY

/**
 * The token of a new link to the verified reports of one address. It is about the address, not about a report: a report that
 * gets another address or goes takes nothing with it and gives nothing away.
 */
export function issueStatusToken(tx: Db, emailKey: string, now: Instant): Promise<string> {
  const link = { purpose: 'report-status', subjectId: emailKey, note: '', by: 'mail' } as const
  return issueSharedLink(tx, { ...link, id: randomUUID(), expiresAt: now + STATUS_LINK_LIFE }, now)
}

/** Where the link leads. After the #, where no server, log or referrer sees it. (security TL6) */
export function statusPath(token: string): string {
  return `/feedback#reports=${token}`
}

/** Takes an account's name from the reports it sent; the reports stay. For the transaction that deletes the account. */
export async function unlinkReporter(tx: Db, userId: string): Promise<void> {
  const { reporterUserId, updatedAt } = eventReports
  // Several rows in no order: a transaction that locks some of them in another order would wait for this one, and this
  // one for it.
  await lockReports(tx)
  await tx
    .update(eventReports)
    .set({ reporterUserId: null, updatedAt: sql`${updatedAt}` })
    .where(eq(reporterUserId, userId))
}
