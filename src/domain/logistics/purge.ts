import { and, asc, eq, exists, inArray, isNotNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import {
  deliveries,
  logisticsAnswers,
  logisticsPeople,
  logisticsRequests,
  runItems,
  runSheets,
} from '#db/schema/logistics.ts'
import { nudges } from '#db/schema/partners.ts'
import type { Instant } from '#src/contract/instant.ts'
import { daysAfter, type Ending, PEOPLE_KEPT_DAYS } from '#src/contract/logistics.ts'
import { LOGISTICS_SECTIONS } from '#src/contract/logistics-sections.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { recordAudit } from '../audit/audit.ts'
import { readEnding } from './ending.ts'
import { removeFormLinks } from './links.ts'

const DAY = 86_400_000
/** Rows that one run deletes at most; the next one goes on. */
const MOST_ROWS = 500
/** Events that one run looks at. Those whose people are deleted are no longer among them. */
const MOST_EVENTS = 200

/** How many of each were deleted; `names` are those of who received a delivery or does some work of the run sheet. */
const NOTHING = { answers: 0, requests: 0, people: 0, links: 0, deliveries: 0, sheets: 0, names: 0 }
type Purged = typeof NOTHING

/**
 * Deletes what is no longer kept about the people of events: sections by their own days after the end, the people with their links,
 * deliveries and everything else that names somebody after 90. When is computed from each event as it is now, so that one that moved, or was cancelled, counts as such. Each event is a
 * transaction with one audit entry that has counts alone. (decision 0058, security LG4)
 */
export async function purgeLogistics(db: Db, now: Instant, most = MOST_ROWS): Promise<Purged> {
  const total = { ...NOTHING }
  for (const event of await findEvents(db, now)) {
    const left = most - total.answers - total.requests - total.people
    if (left <= 0) break
    const purged = await db.transaction(async (tx) => {
      const done = await purgeEvent(tx, { eventId: event.id, ending: await readEnding(tx, event), left }, now)
      const isAnything = Object.values(done).some((count) => count > 0)
      const entry = { action: 'logistics.purge', subjectType: 'event', subjectId: event.id, after: done }
      if (isAnything) await recordAudit(tx, { id: 'schedule' }, entry)
      return done
    })
    for (const name of Object.keys(NOTHING) as (keyof Purged)[]) total[name] += purged[name]
  }
  total.links += await removeOrphans(db)
  return total
}

/** A delivery that somebody of the event entered or sends. */
const isPersonal = or(eq(deliveries.enteredBy, 'person'), isNotNull(deliveries.personId))
const isNamed = isNotNull(deliveries.receivedBy)

/** Events with people about whom something may have to be deleted: cancelled, or over for as long as the shortest section is kept. */
function findEvents(db: Db, now: Instant) {
  const shortest = Math.min(...LOGISTICS_SECTIONS.map(({ keepDays }) => keepDays))
  const isOver = or(
    lte(eventConfig.eventDate, dayIn('UTC', now - (shortest - 1) * DAY)),
    eq(eventConfig.status, 'cancelled'),
  )
  const { id } = eventConfig
  const isAnybody = or(
    exists(db.select({ one: sql`1` }).from(logisticsPeople).where(eq(logisticsPeople.eventId, id))),
    exists(db.select({ one: sql`1` }).from(runSheets).where(eq(runSheets.eventId, id))),
    exists(
      db
        .select({ one: sql`1` })
        .from(deliveries)
        .where(and(eq(deliveries.eventId, id), or(isPersonal, isNamed))),
    ),
    exists(
      db
        .select({ one: sql`1` })
        .from(runItems)
        .where(and(eq(runItems.eventId, id), isNotNull(runItems.owner))),
    ),
  )
  return db
    .select()
    .from(eventConfig)
    .where(and(isOver, isAnybody))
    .orderBy(asc(eventConfig.eventDate), asc(eventConfig.id))
    .limit(MOST_EVENTS)
}

type Due = { eventId: string; ending: Ending; left: number }

async function purgeEvent(tx: Db, { eventId, ending, left }: Due, now: Instant): Promise<Purged> {
  const due = LOGISTICS_SECTIONS.filter(({ keepDays }) => now >= daysAfter(ending, keepDays)).map(({ key }) => key)
  const answers = await purgeSections(tx, logisticsAnswers, { eventId, due, left })
  const requests = await purgeSections(tx, logisticsRequests, { eventId, due, left: left - answers })
  if (now < daysAfter(ending, PEOPLE_KEPT_DAYS)) return { ...NOTHING, answers, requests }
  // Before the people: without its sender, a delivery would no longer be one of theirs.
  const board = await purgeBoard(tx, eventId)
  return { answers, requests, ...board, ...(await purgePeople(tx, eventId, left - answers - requests)) }
}

/** What the board has of people beside their answers: their deliveries, the state of the printed sheet, and names in other rows. */
async function purgeBoard(tx: Db, eventId: string): Promise<Pick<Purged, 'deliveries' | 'sheets' | 'names'>> {
  const isTheirs = and(eq(deliveries.eventId, eventId), isPersonal)
  const sent = await tx.delete(deliveries).where(isTheirs).returning({ id: deliveries.id })
  const sheets = await tx.delete(runSheets).where(eq(runSheets.eventId, eventId)).returning({ id: runSheets.eventId })
  const receivers = await tx
    .update(deliveries)
    .set({ receivedBy: null })
    .where(and(eq(deliveries.eventId, eventId), isNamed))
    .returning({ id: deliveries.id })
  const owners = await tx
    .update(runItems)
    .set({ owner: null })
    .where(and(eq(runItems.eventId, eventId), isNotNull(runItems.owner)))
    .returning({ id: runItems.id })
  return { deliveries: sent.length, sheets: sheets.length, names: receivers.length + owners.length }
}

type Sections = { eventId: string; due: readonly string[]; left: number }

async function purgeSections(
  tx: Db,
  table: typeof logisticsAnswers | typeof logisticsRequests,
  { eventId, due, left }: Sections,
) {
  if (due.length === 0 || left <= 0) return 0
  const row = sql`${table}.ctid`
  const found = tx
    .select({ row })
    .from(table)
    .innerJoin(logisticsPeople, eq(logisticsPeople.id, table.personId))
    .where(and(eq(logisticsPeople.eventId, eventId), inArray(table.sectionKey, [...due])))
    .limit(left)
  const removed = await tx.delete(table).where(sql`ctid = any(array(${found}))`).returning({ personId: table.personId })
  return removed.length
}

async function purgePeople(tx: Db, eventId: string, left: number): Promise<{ people: number; links: number }> {
  if (left <= 0) return { people: 0, links: 0 }
  const isTheirs: SQL = eq(logisticsPeople.eventId, eventId)
  const rows = await tx
    .select({ id: logisticsPeople.id })
    .from(logisticsPeople)
    .where(isTheirs)
    .limit(left)
    .for('update')
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { people: 0, links: 0 }
  const links = await removeFormLinks(tx, ids)
  await tx.delete(nudges).where(
    inArray(
      nudges.subject,
      ids.map((id) => `logistics:${id}`),
    ),
  )
  await tx.delete(logisticsPeople).where(inArray(logisticsPeople.id, ids))
  return { people: ids.length, links }
}

/** Links to forms of people who are gone, as with a deleted event. They open nothing already. */
async function removeOrphans(db: Db): Promise<number> {
  const people = db
    .select({ one: sql`1` })
    .from(logisticsPeople)
    .where(sql`${logisticsPeople.id}::text = ${linkTokens.subjectId}`)
  const orphans = db
    .select({ hash: linkTokens.hash })
    .from(linkTokens)
    .where(and(eq(linkTokens.purpose, 'logistics'), notExists(people)))
    .limit(MOST_ROWS)
  const removed = await db
    .delete(linkTokens)
    .where(sql`${linkTokens.hash} = any(array(${orphans}))`)
    .returning({ hash: linkTokens.hash })
  return removed.length
}
