import { createHash } from 'node:crypto'
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { KEY_REUSED, type ReportContext, type ReportInput } from '#src/contract/report.ts'
import { issueLink } from '#src/domain/links/link.ts'
import { cleanPath } from '../analytics/clean-path.ts'
import { enqueueMail, mayMail } from '../outbox/enqueue.ts'
import { verifyReport } from '../outbox/templates/report-letters.ts'
import type { NotifyContext } from './notify-reporters.ts'

/** What comes with a report beside its body: the viewer, and the caller's `Idempotency-Key`. */
type Submission = { reporterUserId: string | null; key: string | null }

/** For the log. `isNew` is false if this report was already sent with the key. */
type Submitted = { reportId: string; isNew: boolean; isMailed: boolean }

const LONGEST_PAGE = 200

/**
 * Takes a report, unverified, and mails its address the link that verifies it, where that address may be mailed now. Whoever
 * comes again with the same key and the same report has sent one report. Throws `conflict` for a key that came with another
 * one within a day. (product 7, security DB2, DB3, OB6)
 */
export async function submitReport(
  db: Db,
  input: ReportInput,
  submission: Submission,
  telling: NotifyContext,
): Promise<Submitted> {
  return db.transaction(async (tx) => {
    const reporterUserId = await presentReporter(tx, submission.reporterUserId)
    const row = getRow(input, { ...submission, reporterUserId }, telling)
    if (row.submissionKey !== null) await freeKey(tx, row.submissionKey, telling.now)
    const [report] = await tx
      .insert(eventReports)
      .values(row)
      .onConflictDoNothing({ target: eventReports.submissionKey })
      .returning()
    if (!report) return { reportId: await knownReport(tx, row), isNew: false, isMailed: false }
    const isMailed = await mayMail(tx, report.reporterEmail, telling.now)
    if (isMailed) await sendVerification(tx, report, telling)
    return { reportId: report.id, isNew: true, isMailed }
  })
}

/** Null if the account is being deleted at this moment: the deletion has already unlinked its reports, or waits for this one. */
async function presentReporter(tx: Db, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
  const [user] = await tx.select({ id: users.id }).from(users).where(isThere).for('key share')
  return user?.id ?? null
}

function getRow(input: ReportInput, { reporterUserId, key }: Submission, { site, now }: NotifyContext) {
  const at = new Date(now)
  return {
    reporterUserId,
    reportType: input.report_type,
    title: input.title,
    description: input.description,
    reporterEmail: input.reporter_email,
    emailKey: emailKey(input.reporter_email),
    context: input.context ? cleaned(input.context, site.siteUrl) : null,
    submissionKey: key === null ? null : toSubmissionKey(key),
    submissionDigest: key === null ? null : toDigest(input),
    createdAt: at,
    updatedAt: at,
  }
}

/** A person may report from a page whose address carries a token of theirs. (security TL6) */
function cleaned({ page, viewport, release }: ReportContext, siteUrl: string): ReportContext {
  return { page: cleanPath(page, siteUrl).slice(0, LONGEST_PAGE), viewport, release }
}

/** A key is free again after a day, whether or not the hourly job has been here. */
async function freeKey(tx: Db, submissionKey: string, now: Instant): Promise<void> {
  const isOver = lte(eventReports.createdAt, new Date(now - SUBMISSION_KEY_LIFE))
  await tx
    .update(eventReports)
    .set({ submissionKey: null, submissionDigest: null, updatedAt: sql`${eventReports.updatedAt}` })
    .where(and(eq(eventReports.submissionKey, submissionKey), isOver))
}

type Keyed = Pick<typeof eventReports.$inferInsert, 'submissionKey' | 'submissionDigest'>

/** The report that this key has brought. */
async function knownReport(tx: Db, { submissionKey, submissionDigest }: Keyed): Promise<string> {
  const { id, submissionDigest: digest } = eventReports
  const [known] = await tx
    .select({ id, digest })
    .from(eventReports)
    .where(eq(eventReports.submissionKey, submissionKey ?? ''))
  // Deleted by an admin in this very moment.
  if (!known) throw new Failure('unavailable', 'Please try again.')
  if (known.digest !== submissionDigest) throw new Failure('conflict', KEY_REUSED)
  return known.id
}

const DAY = 86_400_000
/** How long a caller's key is remembered, in milliseconds. (security DB3) */
export const SUBMISSION_KEY_LIFE = DAY

/** What is stored for a caller's key. It does not reveal the key. */
function toSubmissionKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** Tells one report from another, whatever the order or spelling of the body it came in. */
function toDigest({ title, description, reporter_email, report_type, context }: ReportInput): string {
  const seen = context ? [context.page, context.viewport, context.release] : null
  const facts = JSON.stringify([title, description, reporter_email, report_type, seen])
  return createHash('sha256').update(facts).digest('base64url')
}

type Unverified = Pick<
  typeof eventReports.$inferSelect,
  'id' | 'reportType' | 'reporterEmail' | 'emailKey' | 'createdAt'
>

/**
 * Mails the link that verifies a report to the address it names now; links mailed before it die. The link is tied to that
 * address: it stops working once the report has another one. Public forms ask `mayMail` first.
 */
export async function sendVerification(tx: Db, report: Unverified, { site, now }: NotifyContext): Promise<void> {
  const { id, reportType, reporterEmail, emailKey, createdAt } = report
  const token = await issueLink(tx, { purpose: 'verify-report', subjectId: id, payload: { emailKey } }, now)
  // After the #, where no server, log or referrer sees it. (security TL6)
  const path = `/verify-report#token=${token}`
  const letter = verifyReport(site, { reportType, reportedAt: createdAt.getTime(), path })
  await enqueueMail(tx, { to: reporterEmail, ...letter })
}
