import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import {
  deliveries,
  logisticsAnswers,
  logisticsChanges,
  logisticsPeople,
  logisticsRequests,
} from '#db/schema/logistics.ts'
import { Failure, INVALID_VALUE } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  ANSWERS_MISSING,
  type Answer,
  type AnswerValue,
  EVENT_CANCELLED,
  missingIn,
  NOT_FROZEN,
  type SavedField,
  SECTION_FROZEN,
  sectionsOf,
} from '#src/contract/logistics.ts'
import { fieldSchema, type formRemoval, type formRequest, type formSave } from '#src/contract/logistics-input.ts'
import type { LogisticsField, LogisticsSection } from '#src/contract/logistics-sections.ts'
import { isSame } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import {
  actorOf,
  isFrozen,
  openForm,
  type PersonOfEvent,
  type PersonRecord,
  readAllAnswers,
  readAnswers,
  requireSection,
  toRequested,
} from './person.ts'

/** The caller of a link, for the audit log, and the time. */
export type LinkContext = { caller: Omit<Actor, 'id'>; now: Instant }
type FieldChange = Pick<z.output<typeof formSave>, 'section' | 'field' | 'value' | 'version'>

/**
 * Stores one field that somebody filled in behind their link. Throws `not_found` as `openForm` does and for a question that they are not
 * asked, `invalid` for a value that does not fit it, and `conflict` once its section is frozen or the event is cancelled.
 */
export async function saveByLink(
  db: Db,
  { token, ...change }: z.output<typeof formSave>,
  context: LinkContext,
): Promise<SavedField> {
  const { caller, now } = context
  return db.transaction(async (tx) => {
    const opened = await openForm(tx, token, { now, isLocked: true })
    if (isFrozen(opened.event, requireSection(opened, change.section), now))
      throw new Failure('conflict', SECTION_FROZEN)
    const by = { actor: actorOf(opened.person, caller), answeredBy: 'self', source: 'web' } as const
    return saveField(tx, opened, change, { ...by, now })
  })
}

type SavedBy = { actor: Actor; answeredBy: string; source: 'web' | 'phone' | 'mail'; now: Instant }

/**
 * Stores one field of a person who is locked. A field that has another version than the one that was seen is not overwritten, unless
 * it says the same: the answer then is what is stored. Other fields do not matter. No value reaches the audit log. (security LG3)
 */
export async function saveField(tx: Db, who: PersonOfEvent, change: FieldChange, by: SavedBy): Promise<SavedField> {
  const { person } = who
  const section = requireSection(who, change.section)
  const value = requireValue(section, change.field, change.value)
  const stored = await readAnswers(tx, person.id, section.key)
  const before: Answer = stored[change.field] ?? { value: null, version: 0 }
  if (before.value === value) return { isSaved: true, answer: before }
  if (before.version !== change.version) return { isSaved: false, answer: before }
  const answer = { value, version: person.version + 1 }
  const row = { value: { ...stored, [change.field]: answer }, version: answer.version, updatedAt: new Date(by.now) }
  const { answeredBy, source } = by
  await tx
    .insert(logisticsAnswers)
    .values({ personId: person.id, sectionKey: section.key, answeredBy, source, ...row })
    .onConflictDoUpdate({
      target: [logisticsAnswers.personId, logisticsAnswers.sectionKey],
      set: { answeredBy, source, ...row },
    })
  const at = { personId: person.id, sectionKey: section.key, createdAt: new Date(by.now) }
  await tx.insert(logisticsChanges).values({ ...at, field: change.field, changedBy: answeredBy })
  await touchPerson(
    tx,
    person,
    { version: answer.version, ...(person.state !== 'submitted' && answeredBy === 'self' && { state: 'started' }) },
    by.now,
  )
  const after = { section: section.key, fields: [change.field], source }
  await recordAudit(tx, by.actor, { action: 'logistics.answer', ...subjectOf(person), after })
  return { isSaved: true, answer }
}

function requireValue(section: LogisticsSection, name: string, given: AnswerValue): AnswerValue {
  const field = section.fields.find(({ key }) => key === name)
  if (!field) throw new Failure('not_found', 'There is no such question.')
  return parseValue(field, given)
}

function parseValue(field: LogisticsField, given: AnswerValue): AnswerValue {
  const { success, data, error } = fieldSchema(field).safeParse(given)
  if (!success) throw new Failure('invalid', error.issues[0]?.message ?? INVALID_VALUE, { field: field.key })
  return data
}

type PersonChange = Partial<Pick<PersonRecord, 'role' | 'state' | 'version' | 'submittedAt'>>

/** Changes a person who is locked. */
export async function touchPerson(tx: Db, { id }: PersonRecord, change: PersonChange, now: Instant): Promise<void> {
  await tx
    .update(logisticsPeople)
    .set({ ...change, updatedAt: new Date(now) })
    .where(eq(logisticsPeople.id, id))
}

/** The subject of audit entries about a person of an event. */
export function subjectOf({ id }: Pick<PersonRecord, 'id'>) {
  return { subjectType: 'logistics_person', subjectId: id }
}

/**
 * Hands the form in. A second time changes nothing. Throws `not_found` as `openForm` does, `conflict` for a cancelled event, and
 * `invalid` if a required answer is missing in a section that is not frozen: the others cannot be answered here any longer.
 */
export async function submitByLink(db: Db, token: string, { caller, now }: LinkContext): Promise<void> {
  await db.transaction(async (tx) => {
    const { person, event } = await openForm(tx, token, { now, isLocked: true })
    if (event.status === 'cancelled') throw new Failure('conflict', EVENT_CANCELLED)
    if (person.state === 'submitted') return
    const { answers } = await readAllAnswers(tx, person.id)
    const asked = sectionsOf(person.role).filter((section) => !isFrozen(event, section, now))
    const [missing] = asked.flatMap((one) =>
      missingIn(one, answers.get(one.key) ?? {}).map(({ key }) => `${one.key}.${key}`),
    )
    if (missing !== undefined) throw new Failure('invalid', ANSWERS_MISSING, { field: missing })
    await touchPerson(tx, person, { state: 'submitted', submittedAt: new Date(now) }, now)
    await recordAudit(tx, actorOf(person, caller), { action: 'logistics.submit', ...subjectOf(person) })
  })
}

/**
 * Asks for a change of a frozen section. It takes the place of a request that nobody has decided; the same request again is the same
 * row. Throws as `saveByLink` does, and `conflict` for a section that can still be changed.
 */
export async function requestChange(
  db: Db,
  { token, ...asked }: z.output<typeof formRequest>,
  context: LinkContext,
): Promise<void> {
  const { caller, now } = context
  await db.transaction(async (tx) => {
    const opened = await openForm(tx, token, { now, isLocked: true })
    const { person, event } = opened
    const section = requireSection(opened, asked.section)
    if (!isFrozen(event, section, now)) throw new Failure('conflict', NOT_FROZEN)
    const entries = Object.entries(asked.values).map(
      ([name, value]) => [name, requireValue(section, name, value)] as const,
    )
    if (entries.length === 0) throw new Failure('invalid', 'Change at least one answer.')
    const value = Object.fromEntries(entries)
    const isOpen = and(
      eq(logisticsRequests.personId, person.id),
      eq(logisticsRequests.sectionKey, section.key),
      isNull(logisticsRequests.decidedAt),
    )
    const [open] = await tx.select().from(logisticsRequests).where(isOpen)
    if (open && isSame(toRequested(open.value), value)) return
    await tx.delete(logisticsRequests).where(isOpen)
    const row = { personId: person.id, sectionKey: section.key, baseVersion: person.version, value }
    await tx.insert(logisticsRequests).values({ ...row, createdAt: new Date(now) })
    const after = { section: section.key, fields: Object.keys(value) }
    await recordAudit(tx, actorOf(person, caller), { action: 'logistics.request', ...subjectOf(person), after })
  })
}

/**
 * Deletes the answers of one section, or of all with null, and what was asked to be changed in them, at once and also when it is frozen;
 * with all answers also the deliveries that the person entered and that have not arrived. Throws `not_found` as `openForm` does.
 */
export async function removeByLink(
  db: Db,
  { token, section }: z.output<typeof formRemoval>,
  context: LinkContext,
): Promise<void> {
  const { caller, now } = context
  await db.transaction(async (tx) => {
    const { person } = await openForm(tx, token, { now, isLocked: true })
    const one = (table: typeof logisticsAnswers | typeof logisticsRequests) =>
      and(eq(table.personId, person.id), section === null ? undefined : eq(table.sectionKey, section))
    const gone = await tx
      .delete(logisticsAnswers)
      .where(one(logisticsAnswers))
      .returning({ section: logisticsAnswers.sectionKey })
    await tx.delete(logisticsRequests).where(one(logisticsRequests))
    const shipped = section === null ? await removeExpected(tx, person.id) : 0
    if (gone.length === 0 && shipped === 0) return
    // A tab that still shows the deleted answers has an older version of each of them.
    const change = section === null ? ({ state: 'opened', submittedAt: null } as const) : {}
    await touchPerson(tx, person, { ...change, version: person.version + 1 }, now)
    const before = { sections: gone.map((row) => row.section), ...(shipped > 0 && { deliveries: shipped }) }
    await recordAudit(tx, actorOf(person, caller), { action: 'logistics.remove', ...subjectOf(person), before })
  })
}

async function removeExpected(tx: Db, personId: string): Promise<number> {
  const { id, enteredBy, receivedAt } = deliveries
  const isTheirs = and(eq(deliveries.personId, personId), eq(enteredBy, 'person'), isNull(receivedAt))
  return (await tx.delete(deliveries).where(isTheirs).returning({ id })).length
}
