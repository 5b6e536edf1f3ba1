import type { Db } from '#db/client.ts'
import type { DuplicateEventInput } from '#src/contract/event-record.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import type { ChangedEvent } from './change-event.ts'
import { shiftDay } from './change-occasion.ts'
import { answerAgain, findRow, getAccount, insertEvent, type NewEvent } from './create-event.ts'
import { type Dependents, type NewDependents, readDependents, storeDependents } from './event-dependents.ts'
import { DUPLICATED, toEventRecord, toSourceFacts } from './event-record.ts'
import { lockLibraryRows, lockReferences } from './lock-references.ts'
import type { EventRow } from './read-event-parts.ts'
import { lockContentRow } from './take-slug.ts'

/**
 * Creates a draft from an event: the same workshop, agenda, team, vendors, tasks and content of its own slots on another day in another city, with the
 * early-bird deadline and the tasks, none of them done, as many days from it. The answer names the texts that still speak of the source. A repeated call
 * returns the existing draft. Throws `not_found` for the source, and `conflict` for an id that belongs to an event with other fields and
 * for a slug that is not free.
 */
export async function duplicateEvent(
  db: Db,
  sourceId: string,
  input: DuplicateEventInput,
  actor: Actor,
): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const source = await findRow(tx, sourceId)
    if (!source) throw new Failure('not_found', NOT_FOUND.event)
    const { agendaTemplateGroupId } = await lockReferences(tx, { ...source, locationId: null })
    const dependents = await lockDependents(tx, sourceId)
    await lockContentRow(tx)
    const present = await findRow(tx, input.id)
    if (present) return answerAgain(tx, present, toWanted(input))
    const values = toCopy(source, input)
    const row = await insertEvent(tx, { ...values, agendaTemplateGroupId, createdBy: getAccount(actor) })
    await storeDependents(tx, toCopies(dependents, row.id))
    const copiedFrom = toSourceFacts(source)
    const audit = { action: DUPLICATED, subjectType: 'event', subjectId: row.id, after: { ...row, copiedFrom } }
    await recordAudit(tx, actor, audit)
    return { item: toEventRecord(row, copiedFrom), revision: null }
  })
}

/** The parts of the source, with their library rows locked. */
async function lockDependents(tx: Db, sourceId: string): Promise<Dependents> {
  const dependents = await readDependents(tx, sourceId)
  const locked = await lockLibraryRows(tx, {
    team: dependents.team.map((one) => one.teamLibraryId),
    vendors: dependents.vendors.map((one) => one.vendorLibraryId),
    blocks: dependents.slots.map((one) => one.blockId),
  })
  return {
    ...dependents,
    team: dependents.team.filter((one) => locked.team.has(one.teamLibraryId)),
    vendors: dependents.vendors.filter((one) => locked.vendors.has(one.vendorLibraryId)),
    slots: dependents.slots.filter((one) => locked.blocks.has(one.blockId)),
  }
}

/** What was asked for of the copy by name. */
function toWanted({ timezone, eventName, registrationUrl, ...fields }: DuplicateEventInput): Partial<EventRow> {
  return {
    ...fields,
    ...(timezone !== undefined && { eventTimezone: timezone }),
    ...(eventName !== undefined && { eventName }),
    ...(registrationUrl !== undefined && { registrationUrl }),
  }
}

/** The source's own words, with the day and the place of the copy. Nothing of what happened to the source comes along. */
function toCopy(source: EventRow, input: DuplicateEventInput): NewEvent {
  const {
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    publishedAt: _publishedAt,
    unpublishedRevision: _revision,
    version: _version,
    ...kept
  } = source
  const { id, eventSlug, eventDate, city, state, venueName, venueAddress } = input
  return {
    ...kept,
    ...{ id, eventSlug, eventDate, city, state, venueName, venueAddress },
    eventName: input.eventName ?? source.eventName,
    eventTimezone: input.timezone ?? source.eventTimezone,
    registrationUrl: input.registrationUrl ?? source.registrationUrl,
    earlyBirdDeadline: shiftDay(source.earlyBirdDeadline, source.eventDate, eventDate),
    isPublished: false,
    status: 'scheduled',
    statusNote: null,
    previousEventDate: null,
    locationId: null,
  }
}

function toCopies({ agenda, team, vendors, tasks, slots }: Dependents, eventId: string): NewDependents {
  return {
    agenda: agenda.map((row) => ({ ...withoutStored(row), eventId })),
    team: team.map(({ fullName: _fullName, ...row }) => ({ ...withoutStored(row), eventId })),
    vendors: vendors.map(({ vendorName: _vendorName, ...row }) => ({ ...withoutStored(row), eventId })),
    tasks: tasks.map((row) => ({
      ...{ ...withoutStored(row), eventId },
      ...{ state: 'open', note: null, doneAt: null, version: 1 },
    })),
    slots: slots.map(({ place, blockId, position }) => ({ place, blockId, position, eventId })),
  }
}

type Stored = { id: string; createdAt: Date; updatedAt: Date }

/** A row without what the database gives it. */
function withoutStored<Row extends Stored>({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...row }: Row) {
  return row
}
