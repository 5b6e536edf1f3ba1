import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, id, instant, searchIndex, updatedAt } from './columns.ts'

/** Reports: problems and suggestions. (product 3) */
export const eventReports = pgTable(
  'event_reports',
  {
    id: id(),
    /** The signed-in reporter. */
    reporterUserId: uuid().references(() => users.id, { onDelete: 'set null' }),
    reportType: text({ enum: ['problem', 'improvement'] }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    reporterEmail: text().notNull(),
    /** The address in the one spelling we compare by. */
    emailKey: text().notNull(),
    /** A report is `unverified` until its reporter clicks the link in our mail. (reports 3) */
    status: text({ enum: ['unverified', 'open', 'in_progress', 'resolved', 'dismissed'] })
      .notNull()
      .default('unverified'),
    /** What we tell the reporter, beside the status. */
    answer: text(),
    /** What the reporter let their browser add. */
    context: jsonb().$type<{ page: string; viewport: string; release: string }>(),
    verifiedAt: instant(),
    /** The report that says the same; this one then follows its status. */
    mergedIntoId: uuid().references((): AnyPgColumn => eventReports.id, { onDelete: 'set null' }),
    promotedToWishId: uuid().references((): AnyPgColumn => adminWishes.id, { onDelete: 'set null' }),
    promotedAt: instant(),
    /** When it was resolved: a trigger sets it, whichever code resolves it. */
    resolvedAt: instant(),
    /** SHA-256 of the caller's `Idempotency-Key`, kept a day, and of what came with it. (security DB3) */
    submissionKey: text().unique(),
    submissionDigest: text(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('event_reports_created').on(t.createdAt.desc(), t.id.desc()),
    index('event_reports_status').on(t.status, t.createdAt.desc(), t.id.desc()),
    index('event_reports_type').on(t.reportType, t.createdAt.desc(), t.id.desc()),
    index('event_reports_email').on(t.emailKey, t.createdAt.desc(), t.id.desc()),
    index('event_reports_reporter').on(t.reporterUserId).where(sql`${t.reporterUserId} is not null`),
    index('event_reports_merged')
      .on(t.mergedIntoId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.mergedIntoId} is not null`),
    index('event_reports_promoted').on(t.promotedToWishId).where(sql`${t.promotedToWishId} is not null`),
    index('event_reports_unmerged').on(t.status).where(sql`${t.mergedIntoId} is null`),
    index('event_reports_page').on(sql`(${t.context}->>'page')`).where(sql`${t.verifiedAt} is not null`),
    index('event_reports_figures').on(t.createdAt, t.reportType, t.verifiedAt),
    index('event_reports_resolved').on(t.resolvedAt, t.verifiedAt).where(sql`${t.resolvedAt} is not null`),
    searchIndex('event_reports_search', [t.title, t.description, t.reporterEmail]),
    check('report_title_length', sql`char_length(${t.title}) between 5 and 500`),
    check('report_description_length', sql`char_length(${t.description}) between 20 and 5000`),
    check('report_email_length', sql`char_length(${t.reporterEmail}) <= 255`),
    check('report_type_known', sql`${t.reportType} in ('problem', 'improvement')`),
    check('report_status_known', sql`${t.status} in ('unverified', 'open', 'in_progress', 'resolved', 'dismissed')`),
    check('report_answer_length', sql`char_length(${t.answer}) <= 1000`),
    check('report_not_its_own_twin', sql`${t.mergedIntoId} <> ${t.id}`),
  ],
)

/** What those who handle a report tell each other. The reporter never sees it. */
export const reportNotes = pgTable(
  'report_notes',
  {
    id: id(),
    reportId: uuid()
      .notNull()
      .references(() => eventReports.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('report_notes_report').on(t.reportId, t.createdAt, t.id),
    check('report_note_length', sql`char_length(${t.body}) between 1 and 2000`),
  ],
)

/** What we mean to do, and what we did. A report becomes at most one wish. (product 3, 4) */
export const adminWishes = pgTable(
  'admin_wishes',
  {
    id: id(),
    createdFromReportId: uuid()
      .unique()
      .references((): AnyPgColumn => eventReports.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text().notNull().default(''),
    status: text({ enum: ['idea', 'planned', 'in_progress', 'shipped', 'declined'] })
      .notNull()
      .default('idea'),
    /** The target date in words: `March 2027`. */
    target: text(),
    displayOrder: integer().notNull().default(0),
    /** Whether the feedback page tells of it, once it is shipped, and in which words. */
    isPublic: boolean().notNull().default(false),
    publicTitle: text(),
    publicText: text(),
    shippedAt: instant(),
    /** When its reporters were notified that it is shipped; this happens once. */
    notifiedAt: instant('told_at'),
    createdBy: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('admin_wishes_board').on(t.status, t.displayOrder, t.id),
    index('admin_wishes_shipped').on(t.shippedAt.desc(), t.id.desc()).where(sql`${t.status} = 'shipped'`),
    index('admin_wishes_public')
      .on(t.shippedAt.desc(), t.id.desc())
      .where(sql`${t.isPublic} and ${t.status} = 'shipped'`),
    searchIndex('admin_wishes_search', [t.title, t.description]),
    check('wish_title_length', sql`char_length(${t.title}) between 1 and 200`),
    check('wish_description_length', sql`char_length(${t.description}) <= 5000`),
    check('wish_status_known', sql`${t.status} in ('idea', 'planned', 'in_progress', 'shipped', 'declined')`),
    check('wish_target_length', sql`char_length(${t.target}) <= 100`),
    check('wish_public_title_length', sql`char_length(${t.publicTitle}) <= 200`),
    check('wish_public_text_length', sql`char_length(${t.publicText}) <= 1000`),
    check('wish_shipped_when', sql`(${t.status} = 'shipped') = (${t.shippedAt} is not null)`),
  ],
)
