import { and, asc, desc, eq, not, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter, comesBefore, microsOf, placeOf } from '#db/keyset.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { matchesWords } from '#db/search.ts'
import { Failure } from '#src/contract/failure.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import type { Wish, WishFilter, WishPlace, WishQuery, WishRecord, WishReport } from '#src/contract/wish.ts'
import { MOST_SHIPPED, toWish, wishColumns } from './wish-row.ts'

const { id, status, displayOrder, shippedAt, title, description, isPublic } = adminWishes
/** What the database counts with: a place that somebody made up leads nowhere, and to no fault. */
const LAST_ORDER = 2 ** 31 - 1
const MOST_REPORTS = 50

const isShipped = sql`${status} = 'shipped'`
/** Spelled as the index has it. */
const LATEST_FIRST = [sql`${desc(shippedAt)} nulls last`, sql`${desc(id)} nulls last`]

/** Wishes of a column as the board has them: in their order, shipped ones the latest first. Without a column, all by column. */
export async function listWishes(db: Db, { limit, cursor, ...filter }: WishQuery): Promise<Page<Wish>> {
  const rows = await wishRows(db, filter, { limit: limit + 1, after: cursor })
  const isByDay = filter.status === 'shipped'
  const placeIn = (row: (typeof rows)[number]): WishPlace => [
    row.status,
    isByDay ? row.micros : row.displayOrder,
    row.id,
  ]
  return toPage(rows, { limit, toItem: ({ micros: _, ...row }) => toWish(row), placeOf: placeIn })
}

/** The question behind such a list. */
export function wishRows(db: Db, filter: WishFilter, { limit, after }: PageQuery<WishPlace>) {
  const isByDay = filter.status === 'shipped'
  const wanted = isByDay ? isShipped : filter.status && eq(status, filter.status)
  const behind = after && (isByDay ? behindShipped(after) : behindInOrder(after))
  const order = isByDay ? LATEST_FIRST : [asc(status), asc(displayOrder), asc(id)]
  return db
    .select({ ...wishColumns, micros: sql<number>`coalesce(${microsOf(shippedAt)}, 0)`.mapWith(Number) })
    .from(adminWishes)
    .where(and(wanted, matchesWords([title, description], filter.q), behind))
    .orderBy(...order)
    .limit(limit)
}

function behindShipped([, micros, from]: WishPlace) {
  return comesBefore([shippedAt, id], placeOf([micros, from]))
}

function behindInOrder([column, order, from]: WishPlace) {
  return comesAfter([status, displayOrder, id], [column, Math.min(order, LAST_ORDER), from])
}

/** What is shipped and told on the feedback page, or not told there; the latest first, as many as that page has room for. */
export async function listShipped(db: Db, { isTold }: { isTold: boolean }): Promise<Wish[]> {
  const rows = await db
    .select(wishColumns)
    .from(adminWishes)
    .where(and(isShipped, isTold ? isPublic : not(isPublic)))
    .orderBy(...LATEST_FIRST)
    .limit(MOST_SHIPPED)
  return rows.map(toWish)
}

/** A wish as lists show it. Throws `not_found`. */
export async function readWish(db: Db, wishId: string): Promise<Wish> {
  const [row] = await db.select(wishColumns).from(adminWishes).where(eq(id, wishId))
  if (!row) throw new Failure('not_found', 'Wish not found.')
  return toWish(row)
}

/** A wish with the reports it came from. Throws `not_found`. */
export async function readWishRecord(db: Db, wishId: string): Promise<WishRecord> {
  const [row] = await db.select(wishColumns).from(adminWishes).where(eq(id, wishId))
  if (!row) throw new Failure('not_found', 'Wish not found.')
  const reports = row.createdFromReportId === null ? [] : await reportsOf(db, row.createdFromReportId)
  return { ...toWish(row), toldAt: row.toldAt?.getTime() ?? null, reports }
}

async function reportsOf(db: Db, origin: string): Promise<WishReport[]> {
  const { id, title, reportType, status, createdAt, mergedIntoId } = eventReports
  const rows = await db
    .select({ id, title, reportType, status, createdAt })
    .from(eventReports)
    .where(or(eq(id, origin), eq(mergedIntoId, origin)))
    .orderBy(sql`${id} <> ${origin}`, desc(createdAt), desc(id))
    .limit(MOST_REPORTS)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }))
}
