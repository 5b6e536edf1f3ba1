import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { matchesWords } from '#db/search.ts'
import { Failure } from '#src/contract/failure.ts'
import type { AdminCategory, EventRoom } from '#src/contract/forum-moderation.ts'
import { CATEGORY_NOT_FOUND } from './lock.ts'

const MOST_EVENTS = 20

/** A topic that somebody sees, or that may be shown again: deleted and merged ones leave their category empty. */
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
  if (!row) throw new Failure('not_found', CATEGORY_NOT_FOUND)
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
