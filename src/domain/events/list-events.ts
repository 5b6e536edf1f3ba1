import { and, desc, eq, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { EventConfig } from '#src/contract/event.ts'
import { Failure } from '#src/contract/failure.ts'
import { toEventConfig } from './read-event-parts.ts'

const MOST = 100
const cursorSchema = z.tuple([z.iso.date(), z.uuid()])

/** One page of events, drafts included, latest date first. `nextCursor` leads to the page after it; null at the end. */
type EventPage = { items: EventConfig[]; nextCursor: string | null }

/**
 * Every event for those who edit them. `limit` is cut to 1-100 and is 50 when absent.
 * Throws `invalid` for a cursor that this function did not make.
 */
export async function listEvents(db: Db, page: { limit?: number; cursor?: string } = {}): Promise<EventPage> {
  const limit = Math.min(Math.max(Math.trunc(page.limit ?? 50), 1), MOST)
  const rows = await db
    .select()
    .from(eventConfig)
    .where(page.cursor === undefined ? undefined : after(page.cursor))
    .orderBy(desc(eventConfig.eventDate), desc(eventConfig.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit).map(toEventConfig)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? toCursor(last) : null }
}

function toCursor({ eventDate, id }: EventConfig): string {
  return Buffer.from(JSON.stringify([eventDate, id])).toString('base64url')
}

function after(cursor: string) {
  const [day, id] = fromCursor(cursor)
  return or(lt(eventConfig.eventDate, day), and(eq(eventConfig.eventDate, day), lt(eventConfig.id, id)))
}

function fromCursor(cursor: string): [string, string] {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Failure('invalid', 'This cursor is not one of ours', { field: 'cursor' })
  }
}
