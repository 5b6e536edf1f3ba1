import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { matchesWords } from '#db/search.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { AdminCategory, EventRoom } from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { type CategoryRow, lockCategories, lockModeration } from '../forum/lock.ts'
import { purgeLater } from '../page-purges/page-purges.ts'

const MOST_EVENTS = 20

/** A topic that visitors see, or that may be shown again: deleted and merged ones leave their category empty. */
const hasTopics = sql<boolean>`exists (select from ${forumTopics} t where t.category_id = ${forumCategories}.id
  and t.state in ('shown', 'review', 'hidden'))`

function selectCategories(db: Db) {
  return db
    .select({ ...getTableColumns(forumCategories), eventName: eventConfig.eventName, hasTopics })
    .from(forumCategories)
    .leftJoin(eventConfig, eq(eventConfig.id, forumCategories.eventId))
    .$dynamic()
}

type Read = Awaited<ReturnType<typeof selectCategories>>[number]

/** All categories in the order visitors see them in. */
export async function listAdminCategories(db: Db): Promise<AdminCategory[]> {
  const rows = await selectCategories(db).orderBy(asc(forumCategories.displayOrder), asc(forumCategories.id))
  return rows.map(toCategory)
}

/** One category. Throws `not_found`. */
export async function readCategory(db: Db, id: string): Promise<AdminCategory> {
  const [row] = await selectCategories(db).where(eq(forumCategories.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.category)
  return toCategory(row)
}

function toCategory({ displayOrder: _displayOrder, ...row }: Read): AdminCategory {
  return { ...row, createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() }
}

/** Events that a category may be the room of, the latest first, each with the category that is one already. */
export async function findEventRooms(db: Db, q: string): Promise<EventRoom[]> {
  const { id, eventName, eventSlug, city, state, venueName, eventDate } = eventConfig
  return db
    .select({ id, name: eventName, date: eventDate, categoryId: forumCategories.id })
    .from(eventConfig)
    .leftJoin(forumCategories, eq(forumCategories.eventId, id))
    .where(matchesWords([eventName, eventSlug, city, state, venueName], q))
    .orderBy(sql`${desc(eventDate)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(MOST_EVENTS)
}

const { id, updatedAt } = forumCategories

/**
 * Puts all categories in the order of `ids`. Their versions stay, because the order does not matter to an editor of
 * one. Throws `conflict` for `ids` that do not name each of them once.
 */
export async function orderCategories(db: Db, ids: readonly string[], actor: Actor): Promise<AdminCategory[]> {
  return db.transaction(async (tx) => {
    await lockModeration(tx)
    const all = await tx.select({ id }).from(forumCategories)
    const rows = await lockCategories(
      tx,
      all.map((row) => row.id),
    )
    const wanted = requireEach(rows, ids)
    const present = rows.toSorted((a, b) => a.displayOrder - b.displayOrder || (a.id < b.id ? -1 : 1))
    if (present.every((row, index) => row.id === wanted[index]?.id)) return listAdminCategories(tx)
    for (const [index, row] of wanted.entries()) await place(tx, row.id, index + 1)
    const entry = { action: 'forum-category.reorder', subjectType: 'forum-categories', subjectId: 'forum-categories' }
    await recordAudit(tx, actor, { ...entry, before: { order: names(present) }, after: { order: names(wanted) } })
    await purgeLater(tx, [FORUM_TAG.every])
    return listAdminCategories(tx)
  })
}

function requireEach(rows: readonly CategoryRow[], ids: readonly string[]): CategoryRow[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  const wanted = [...new Set(ids)].flatMap((one) => known.get(one) ?? [])
  if (ids.length !== rows.length || wanted.length !== rows.length) throw new Failure('conflict', STALE)
  return wanted
}

async function place(tx: Db, category: string, at: number): Promise<void> {
  await tx
    .update(forumCategories)
    .set({ displayOrder: at, updatedAt: sql`${updatedAt}` })
    .where(eq(id, category))
}

const names = (rows: readonly CategoryRow[]) => rows.map(({ name }) => name)
