import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, getTableColumns, not, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter, comesBefore, getPlace, toMicros } from '#db/keyset.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { matchesWords } from '#db/search.ts'
import { type CsvCell, csvFile, MOST_CSV, type MostCsv } from '#src/contract/csv.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import type { WishStatus } from '#src/contract/report.ts'
import type { Wish, WishFilter, WishPlace, WishQuery, WishRecord, WishReport } from '#src/contract/wish.ts'
import type { Actor } from '../audit/audit.ts'
import { touchContent } from '../site/touch-content.ts'

/** The most wishes that the feedback page shows. */
export const MOST_SHIPPED = 50

export type WishRow = typeof adminWishes.$inferSelect

const from = adminWishes.createdFromReportId
/** The report it came from and those merged into that one. */
const reportCount = sql<number>`case when ${from} is null then 0
  else 1 + (select count(*)::int from ${eventReports} where ${eventReports.mergedIntoId} = ${from}) end`

/** The columns of a wish for every view. */
const wishColumns = { ...getTableColumns(adminWishes), reportCount }

type Read = WishRow & { reportCount: number }

function toWish({ displayOrder: _o, createdBy: _b, notifiedAt: _t, ...row }: Read): Wish {
  const { shippedAt, createdAt, updatedAt } = row
  return {
    ...row,
    shippedAt: shippedAt?.getTime() ?? null,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  }
}

/**
 * Lets one change of the board happen after the other, until the transaction ends: each sees the order the one before left.
 * It is taken before any row, so that no one who has locked a wish waits for the board.
 */
export async function lockBoard(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admin_wishes', 0))`)
}

/** The wish, locked until the transaction ends. Throws `not_found`. */
export async function lockWish(tx: Db, id: string): Promise<WishRow> {
  const [row] = await tx.select().from(adminWishes).where(eq(adminWishes.id, id)).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.wish)
  return row
}

/** The next free number of a column. */
export async function getEnd(tx: Db, status: WishStatus): Promise<number> {
  const [last] = await tx
    .select({ place: sql<number>`coalesce(max(${adminWishes.displayOrder}), 0) + 1` })
    .from(adminWishes)
    .where(eq(adminWishes.status, status))
  return last?.place ?? 1
}

type WishStates = { before?: WishRow; after?: WishRow }

/** A new revision if the feedback page changes with this wish; null otherwise. */
export async function touchFeedback(
  tx: Db,
  { before, after }: WishStates,
  reason: string,
  actor: Actor,
): Promise<number | null> {
  return isDeepStrictEqual(getWords(before), getWords(after)) ? null : touchContent(tx, reason, actor)
}

/** What the feedback page shows of a wish. */
function getWords(wish: WishRow | undefined) {
  if (!wish?.isPublic || wish.status !== 'shipped') return null
  const { title, publicTitle, publicText, shippedAt } = wish
  return [publicTitle ?? title, publicText, shippedAt?.getTime()]
}

const { id, status, displayOrder, shippedAt, title, description, isPublic } = adminWishes
/** The database's integers: an invented cursor leads nowhere and causes no error. */
const LAST_ORDER = 2 ** 31 - 1
const MOST_REPORTS = 50

const isShipped = sql`${status} = 'shipped'`
/** Spelled as the index has it. */
const LATEST_FIRST = [sql`${desc(shippedAt)} nulls last`, sql`${desc(id)} nulls last`]

/** Wishes of a column as the board has them: in their order, shipped ones the latest first. Without a column, all by column. */
export async function listWishes(db: Db, { limit, cursor, ...filter }: WishQuery): Promise<Page<Wish>> {
  const rows = await wishRows(db, filter, { limit: limit + 1, after: cursor })
  const toItem = ({ micros: _, ...row }: ListedRow) => toWish(row)
  return toPage(rows, { limit, toItem, getPlace: (row) => getWishPlace(filter, row) })
}

type ListedRow = Awaited<ReturnType<typeof wishRows>>[number]

function getWishPlace(filter: WishFilter, { status, micros, displayOrder, id }: ListedRow): WishPlace {
  return [status, filter.status === 'shipped' ? micros : displayOrder, id]
}

/** The query of such a list. */
function wishRows(db: Db, filter: WishFilter, { limit, after }: PageQuery<WishPlace>) {
  const isByDay = filter.status === 'shipped'
  const wanted = isByDay ? isShipped : filter.status && eq(status, filter.status)
  const behind = after && (isByDay ? behindShipped(after) : behindInOrder(after))
  const order = isByDay ? LATEST_FIRST : [asc(status), asc(displayOrder), asc(id)]
  return db
    .select({ ...wishColumns, micros: sql<number>`coalesce(${toMicros(shippedAt)}, 0)`.mapWith(Number) })
    .from(adminWishes)
    .where(and(wanted, matchesWords([title, description], filter.q), behind))
    .orderBy(...order)
    .limit(limit)
}

function behindShipped([, micros, from]: WishPlace) {
  return comesBefore([shippedAt, id], getPlace([micros, from]))
}

function behindInOrder([column, order, from]: WishPlace) {
  return comesAfter([status, displayOrder, id], [column, Math.min(order, LAST_ORDER), from])
}

/**
 * Shipped wishes that the feedback page shows, or those it does not show; latest first, as many as that page has room
 * for.
 */
export async function listShipped(db: Db, { isPublished }: { isPublished: boolean }): Promise<Wish[]> {
  const rows = await db
    .select(wishColumns)
    .from(adminWishes)
    .where(and(isShipped, isPublished ? isPublic : not(isPublic)))
    .orderBy(...LATEST_FIRST)
    .limit(MOST_SHIPPED)
  return rows.map(toWish)
}

/** A wish as lists show it. Throws `not_found`. */
export async function readWish(db: Db, wishId: string): Promise<Wish> {
  const [row] = await db.select(wishColumns).from(adminWishes).where(eq(id, wishId))
  if (!row) throw new Failure('not_found', NOT_FOUND.wish)
  return toWish(row)
}

/** A wish with the reports it came from. Throws `not_found`. */
export async function readWishRecord(db: Db, wishId: string): Promise<WishRecord> {
  const [row] = await db.select(wishColumns).from(adminWishes).where(eq(id, wishId))
  if (!row) throw new Failure('not_found', NOT_FOUND.wish)
  const reports = row.createdFromReportId === null ? [] : await getReports(db, row.createdFromReportId)
  return { ...toWish(row), notifiedAt: row.notifiedAt?.getTime() ?? null, reports }
}

async function getReports(db: Db, origin: string): Promise<WishReport[]> {
  const { id, title, reportType, status, createdAt, mergedIntoId } = eventReports
  const rows = await db
    .select({ id, title, reportType, status, createdAt })
    .from(eventReports)
    .where(or(eq(id, origin), eq(mergedIntoId, origin)))
    .orderBy(sql`${id} <> ${origin}`, desc(createdAt), desc(id))
    .limit(MOST_REPORTS)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }))
}

const COLUMNS = [
  ['id', ({ id }) => id],
  ['title', ({ title }) => title],
  ['description', ({ description }) => description],
  ['status', ({ status }) => status],
  ['target', ({ target }) => target],
  ['reports', ({ reportCount }) => reportCount],
  ['created_from_report_id', ({ createdFromReportId }) => createdFromReportId],
  ['is_public', ({ isPublic }) => (isPublic ? 'yes' : 'no')],
  ['public_title', ({ publicTitle }) => publicTitle],
  ['public_text', ({ publicText }) => publicText],
  ['shipped_at', ({ shippedAt }) => shippedAt?.toISOString() ?? null],
  ['created_at', ({ createdAt }) => createdAt.toISOString()],
  ['updated_at', ({ updatedAt }) => updatedAt.toISOString()],
] as const satisfies [string, (row: ListedRow) => CsvCell][]

/** The wishes as CSV, in the order of their list. (security XS2) */
export function wishesCsv(db: Db, filter: WishFilter, most: MostCsv = MOST_CSV): AsyncGenerator<string> {
  return csvFile({
    columns: COLUMNS,
    read: (limit, last) => wishRows(db, filter, { limit, after: last && getWishPlace(filter, last) }),
    howToContinue: () => 'Filter the list to export the others.',
    most,
  })
}
