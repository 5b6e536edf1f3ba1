import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { logisticsAnswers, logisticsPeople, logisticsRequests } from '#db/schema/logistics.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  type Answers,
  type AnswerValue,
  type Decision,
  daysAfter,
  EVENT_CANCELLED,
  momentBefore,
  OPEN_DAYS,
  sectionsOf,
} from '#src/contract/logistics.ts'
import type { LogisticsSection } from '#src/contract/logistics-sections.ts'
import type { Actor } from '../audit/audit.ts'
import { openSharedLink } from '../links/shared-link.ts'
import { readEnding } from './ending.ts'

export type PersonRecord = typeof logisticsPeople.$inferSelect
export type EventRow = typeof eventConfig.$inferSelect
/** A person with their event. */
export type PersonOfEvent = { person: PersonRecord; event: EventRow }

/** A person with their event, locked until the transaction ends if `tx` is one that changes their answers. Undefined if there is none. */
export async function findPerson(db: Db, id: string, { isLocked = false } = {}): Promise<PersonOfEvent | undefined> {
  const query = db
    .select({ person: logisticsPeople, event: eventConfig })
    .from(logisticsPeople)
    .innerJoin(eventConfig, eq(eventConfig.id, logisticsPeople.eventId))
    .where(eq(logisticsPeople.id, id))
  const [row] = await (isLocked ? query.for('update', { of: logisticsPeople }) : query)
  return row
}

/**
 * Whose form a link opens. Throws `not_found` with one sentence for every link that opens none: unknown, revoked, or of an event that
 * ended more than seven days ago. (security LG2, TL5)
 */
export async function openForm(db: Db, token: string, { now, isLocked = false }: { now: Instant; isLocked?: boolean }) {
  const link = await openSharedLink(db, { purpose: 'logistics', token }, now)
  const row = link && (await findPerson(db, link.subjectId, { isLocked }))
  if (!row) throw new Failure('not_found', LINK_DEAD)
  const ending = await readEnding(db, row.event)
  const openUntil = daysAfter(ending, OPEN_DAYS)
  if (now >= openUntil) throw new Failure('not_found', LINK_DEAD)
  return { ...row, ending, openUntil }
}

/** Who acts with a link, in the audit log. */
export function actorOf({ id }: Pick<PersonRecord, 'id'>, caller: Omit<Actor, 'id'>): Actor {
  return { ...caller, id: `logistics:${id}` }
}

/** A section of a person's role. Throws `not_found` for any other, and `conflict` once the event is cancelled. */
export function requireSection({ person, event }: PersonOfEvent, key: string): LogisticsSection {
  if (event.status === 'cancelled') throw new Failure('conflict', EVENT_CANCELLED)
  const section = sectionsOf(person.role).find((one) => one.key === key)
  if (!section) throw new Failure('not_found', 'There is no such section.')
  return section
}

/** Whether a section can only be changed on request. */
export function isFrozen(event: EventRow, { freeze }: Pick<LogisticsSection, 'freeze'>, now: Instant): boolean {
  return now >= momentBefore(event, freeze)
}

/** What is stored of one section; nothing if it was never answered. */
export async function readAnswers(db: Db, personId: string, sectionKey: string): Promise<Answers> {
  const isThis = and(eq(logisticsAnswers.personId, personId), eq(logisticsAnswers.sectionKey, sectionKey))
  const [row] = await db.select({ value: logisticsAnswers.value }).from(logisticsAnswers).where(isThis)
  return toAnswers(row?.value)
}

/** Everything a person has answered and asked to change, and what became of their last request, by section. */
export async function readAllAnswers(db: Db, personId: string) {
  const answered = await db.select().from(logisticsAnswers).where(eq(logisticsAnswers.personId, personId))
  const asked = await db
    .select()
    .from(logisticsRequests)
    .where(eq(logisticsRequests.personId, personId))
    .orderBy(asc(logisticsRequests.createdAt))
  const open = asked.filter(({ decidedAt }) => decidedAt === null)
  return {
    answers: new Map(answered.map(({ sectionKey, value }) => [sectionKey, toAnswers(value)])),
    requests: new Map(open.map(({ sectionKey, value }) => [sectionKey, toRequested(value)])),
    // The newest of a section replaces those before it.
    decisions: new Map(asked.map((request) => [request.sectionKey, toDecision(request)])),
  }
}

function toDecision({ state, note, decidedAt }: typeof logisticsRequests.$inferSelect): Decision | null {
  return state === 'open' || decidedAt === null
    ? null
    : { isAccepted: state === 'accepted', note, at: decidedAt.getTime() }
}

/** Written by `saveAnswer` alone. */
export function toAnswers(value: unknown): Answers {
  return (value ?? {}) as Answers
}

/** Written by `requestChange` alone. */
export function toRequested(value: unknown): Record<string, AnswerValue> {
  return (value ?? {}) as Record<string, AnswerValue>
}
