import { and, desc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { analyticsHours } from '#db/schema/analytics.ts'
import { eventConfig } from '#db/schema/events.ts'
import { auditLog } from '#db/schema/site.ts'
import type { DeletedEvent, EventLosses } from '#src/contract/event-history.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { refuseInOpenSets } from '../change-sets/open-sets.ts'
import { requireVersion } from '../library/versioned.ts'
import { readUnrestorable, readWork } from '../logistics/event-work.ts'
import { removeEventLinks } from '../logistics/links.ts'
import { touchContent } from '../site/touch-content.ts'
import { lockEvent } from './change-event.ts'
import { findRow } from './create-event.ts'
import { readDependents } from './event-dependents.ts'
import { endShareLinks } from './share-preview.ts'

/** What the entry of a deleted event is called in the audit log, from which it can be put back. */
export const DELETED = 'event.delete'

/** Everything that is deleted with an event. Throws `not_found`. */
export async function readLosses(db: Db, id: string): Promise<EventLosses> {
  const row = await findRow(db, id)
  if (!row) throw new Failure('not_found', NOT_FOUND.event)
  const { agenda, team, vendors, redirects, tasks } = await readDependents(db, id)
  const work = await readWork(db, id)
  const pageViews = await countPageViews(db, redirects.map(({ oldSlug }) => oldSlug).concat(row.eventSlug))
  return {
    isPublished: row.isPublished,
    agenda: agenda.length,
    team: team.length,
    vendors: vendors.length,
    redirects: redirects.length,
    tasks: tasks.length,
    runItems: work.runItems.length,
    deliveries: work.deliveries.length,
    lost: (await readUnrestorable(db, id)).lost,
    pageViews,
  }
}

/** How often the page of an event was viewed at all its slugs, without the last minutes, which are not counted yet. */
async function countPageViews(db: Db, slugs: string[]): Promise<number> {
  const { eventSlug, kind, n } = analyticsHours
  const [row] = await db
    .select({ views: sql<number>`coalesce(sum(${n}), 0)::int` })
    .from(analyticsHours)
    .where(and(inArray(eventSlug, slugs), eq(kind, 'view')))
  return row?.views ?? 0
}

/**
 * Deletes an event with all its parts. One audit entry keeps everything but what people said of themselves or handed in, so that
 * `restoreEvent` can restore it.
 * Throws `not_found`, and `conflict` for a stale version. (architecture 10)
 */
export async function deleteEvent(db: Db, id: string, version: number, actor: Actor): Promise<Changed<{ id: string }>> {
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, { id })
    requireVersion(row, version)
    await refuseInOpenSets(tx, 'event', id, row.eventName)
    const revision = row.isPublished ? await touchContent(tx, `deleted ${row.eventSlug}`, actor) : null
    const work = { ...(await readWork(tx, id)), ...(await readUnrestorable(tx, id)) }
    const before = { ...row, ...(await readDependents(tx, id)), ...work }
    await removeEventLinks(tx, id)
    await tx.delete(eventConfig).where(eq(eventConfig.id, id))
    await endShareLinks(tx, id)
    await recordAudit(tx, actor, { action: DELETED, subjectType: 'event', subjectId: id, before })
    return { item: { id }, revision }
  })
}

/** Deleted events that were not restored, latest deletion first, from the audit log. */
export async function listDeletedEvents(db: Db, ask: PageQuery<[number]>): Promise<Page<DeletedEvent>> {
  const rows = await deletedPage(db, ask)
  const names = await readUsernames(
    db,
    rows.map((row) => row.actor),
  )
  const toItem = ({ actor, deletedAt, agenda, team, vendors, redirects, tasks, ...row }: DeletedRow): DeletedEvent => {
    const { runItems, deliveries, ...event } = row
    const parts = { agenda, team, vendors, redirects, tasks, runItems, deliveries }
    return { ...event, deletedAt: deletedAt.getTime(), by: actorName(names, actor), parts }
  }
  return toPage(rows, { limit: ask.limit, toItem, getPlace: (row) => [row.auditId] })
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
      tasks: count('tasks'),
      runItems: count('runItems'),
      deliveries: count('deliveries'),
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
