import { and, desc, eq, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { auditLog } from '#db/schema/site.ts'
import type { DeletedEvent } from '#src/contract/event-history.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { actorName, readNames } from '../audit/actor-names.ts'
import { DELETED } from './delete-event.ts'

/** Events that were deleted and are not back, latest deletion first, out of the audit log. */
export async function listDeletedEvents(db: Db, ask: PageQuery<[number]>): Promise<Page<DeletedEvent>> {
  const rows = await deletedPage(db, ask)
  const names = await readNames(
    db,
    rows.map((row) => row.actor),
  )
  const toItem = ({ actor, deletedAt, agenda, team, vendors, redirects, ...row }: DeletedRow): DeletedEvent => ({
    ...row,
    deletedAt: deletedAt.getTime(),
    by: actorName(names, actor),
    parts: { agenda, team, vendors, redirects },
  })
  return toPage(rows, { limit: ask.limit, toItem, placeOf: (row) => [row.auditId] })
}

type DeletedRow = Awaited<ReturnType<typeof deletedPage>>[number]

/** The deletions of one page and one more. */
export function deletedPage(db: Db, { limit, after: place }: PageQuery<[number]>) {
  const { id, at, action, actor, before, subjectId } = auditLog
  const field = (name: string) => sql<string>`${before} ->> ${name}`
  const count = (name: string) =>
    sql<number>`case jsonb_typeof(${before} -> ${name}) when 'array' then jsonb_array_length(${before} -> ${name}) else 0 end`
  return db
    .select({
      auditId: id,
      id: subjectId,
      eventSlug: field('eventSlug'),
      eventName: field('eventName'),
      eventDate: field('eventDate'),
      wasPublished: sql<boolean>`coalesce((${before} ->> 'isPublished')::boolean, false)`,
      agenda: count('agenda'),
      team: count('team'),
      vendors: count('vendors'),
      redirects: count('redirects'),
      deletedAt: at,
      actor,
    })
    .from(auditLog)
    .where(and(eq(action, DELETED), isStillGone(db), place && lt(id, place[0])))
    .orderBy(desc(id))
    .limit(limit + 1)
}

/** Nothing has the event's id again, and this is the last time it was deleted. */
function isStillGone(db: Db) {
  const later = alias(auditLog, 'later')
  const back = db
    .select({ id: eventConfig.id })
    .from(eventConfig)
    .where(
      sql`${eventConfig.id} = case when ${auditLog.subjectId} ~ '^[0-9a-f-]{36}$' then ${auditLog.subjectId}::uuid end`,
    )
  const again = db
    .select({ id: later.id })
    .from(later)
    .where(
      sql`${later.subjectType} = 'event' and ${later.subjectId} = ${auditLog.subjectId} and ${later.id} > ${auditLog.id} and ${later.action} = ${DELETED}`,
    )
  return and(notExists(back), notExists(again))
}
