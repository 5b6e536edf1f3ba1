import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { logisticsAnswers, logisticsChanges, logisticsRequests } from '#db/schema/logistics.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { daysAfter, momentBefore, sectionsOf } from '#src/contract/logistics.ts'
import {
  type LogisticsChange,
  NOT_SENSITIVE,
  type OpenedSection,
  type PersonDetail,
  type PersonSection,
} from '#src/contract/logistics-board.ts'
import type { LogisticsSection } from '#src/contract/logistics-sections.ts'
import { readAdmins } from '../accounts/person.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { listSharedLinks } from '../links/shared-link.ts'
import { subjectOf } from './answers.ts'
import { readEnding } from './ending.ts'
import { requirePerson } from './links.ts'
import { findPerson, isFrozen, type PersonOfEvent, toAnswers, toRequested } from './person.ts'

/** Changes that the history of a person shows. */
const MOST_CHANGES = 50

type PersonAt = { eventId: string; personId: string }

/** One person with all sections, the values of those that are not sensitive, and who changed which field. Throws `not_found`. */
export async function readPerson(db: Db, { eventId, personId }: PersonAt, now: Instant): Promise<PersonDetail> {
  const who = await findPerson(db, personId)
  if (who?.event.id !== eventId) throw new Failure('not_found', NOT_FOUND.person)
  const { person, event } = who
  const { id, name, email, role, state, version, submittedAt, lastOpenedAt } = person
  const links = await listSharedLinks(db, { purpose: 'logistics', subjectId: id }, now)
  const times = { submittedAt: submittedAt?.getTime() ?? null, lastOpenedAt: lastOpenedAt?.getTime() ?? null }
  return {
    person: { id, name, email, role, state, version, ...times, nudgedAt: null, hasLink: links.length > 0 },
    timeZone: event.eventTimezone,
    isCancelled: event.status === 'cancelled',
    sections: await readSections(db, who, now),
    changes: await readChanges(db, id, now),
  }
}

async function readSections(db: Db, who: PersonOfEvent, now: Instant): Promise<PersonSection[]> {
  const { person, event } = who
  const ending = await readEnding(db, event)
  const answered = await db.select().from(logisticsAnswers).where(eq(logisticsAnswers.personId, person.id))
  const isOpen = and(eq(logisticsRequests.personId, person.id), isNull(logisticsRequests.decidedAt))
  const asked = await db.select().from(logisticsRequests).where(isOpen)
  return sectionsOf(person.role).map((section) => {
    const stored = answered.find(({ sectionKey }) => sectionKey === section.key)
    const request = asked.find(({ sectionKey }) => sectionKey === section.key)
    const answers = toAnswers(stored?.value)
    const values = toRequested(request?.value)
    return {
      key: section.key,
      freezeAt: momentBefore(event, section.freeze),
      deletedAt: daysAfter(ending, section.keepDays),
      isFrozen: isFrozen(event, section, now),
      answers: section.isSensitive ? null : answers,
      isAnswered: Object.values(answers).some(({ value }) => value !== null),
      source: stored?.source ?? null,
      request: request
        ? {
            id: request.id,
            createdAt: request.createdAt.getTime(),
            fields: Object.keys(values),
            values: section.isSensitive ? null : values,
          }
        : null,
    }
  })
}

async function readChanges(db: Db, personId: string, now: Instant): Promise<LogisticsChange[]> {
  const { id, sectionKey: section, field, changedBy, createdAt } = logisticsChanges
  const rows = await db
    .select({ id, section, field, changedBy, createdAt })
    .from(logisticsChanges)
    .where(eq(logisticsChanges.personId, personId))
    .orderBy(desc(createdAt), desc(id))
    .limit(MOST_CHANGES)
  const ids = [...new Set(rows.map((row) => row.changedBy))].filter((by) => by !== 'self')
  const admins = await readAdmins(db, ids, now)
  return rows.map(({ changedBy, createdAt: at, ...row }) => ({
    ...row,
    by: changedBy === 'self' ? 'Themselves' : (admins.get(changedBy)?.username ?? 'An administrator'),
    at: at.getTime(),
  }))
}

/**
 * The values of a sensitive section, and of what is asked to be changed in it. Reading them is an audit entry. Throws `not_found`, and
 * `invalid` for a section that is not sensitive. (security LG6)
 */
export async function openSection(
  db: Db,
  { section: key, ...at }: PersonAt & { section: string },
  actor: Actor,
): Promise<OpenedSection> {
  return db.transaction(async (tx) => {
    const { person } = await requirePerson(tx, at)
    const section = sectionsOf(person.role).find((one) => one.key === key)
    if (!section) throw new Failure('not_found', 'There is no such section.')
    if (!section.isSensitive) throw new Failure('invalid', NOT_SENSITIVE, { field: 'section' })
    await recordAudit(tx, actor, { action: 'logistics.read', ...subjectOf(person), after: { section: key } })
    return { key, ...(await readValues(tx, person.id, section)) }
  })
}

async function readValues(tx: Db, personId: string, { key }: LogisticsSection) {
  const isAnswer = and(eq(logisticsAnswers.personId, personId), eq(logisticsAnswers.sectionKey, key))
  const [stored] = await tx.select({ value: logisticsAnswers.value }).from(logisticsAnswers).where(isAnswer)
  const isAsked = and(eq(logisticsRequests.personId, personId), eq(logisticsRequests.sectionKey, key))
  const [asked] = await tx
    .select({ value: logisticsRequests.value })
    .from(logisticsRequests)
    .where(and(isAsked, isNull(logisticsRequests.decidedAt)))
  return { answers: toAnswers(stored?.value), values: asked ? toRequested(asked.value) : null }
}
