import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { type CsvCell, csvFile, MOST_CSV } from '#src/contract/csv.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Answers, answerText } from '#src/contract/logistics.ts'
import { type BoardSummary, isLate, type NewPeople } from '#src/contract/logistics-board.ts'
import { LOGISTICS_SECTIONS, ROLE_WORDS } from '#src/contract/logistics-sections.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { listDeliveries } from './deliveries.ts'
import { readEventContact } from './event-contact.ts'
import { addPeople, isIncomplete, listCandidates, listPeople, readAnswersOf } from './people.ts'

type EventRow = typeof eventConfig.$inferSelect

/** The event of a board. Throws `not_found`. */
export async function requireEvent(db: Db, eventId: string): Promise<EventRow> {
  const [event] = await db.select().from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  return event
}

/** How far the people and deliveries of an event are. Throws `not_found`. */
export async function readBoardSummary(db: Db, eventId: string, now: Instant): Promise<BoardSummary> {
  const { eventTimezone: timeZone, eventDate: day } = await requireEvent(db, eventId)
  const { items } = await listPeople(db, eventId)
  const shipped = await listDeliveries(db, eventId)
  return {
    timeZone,
    day,
    now,
    people: items.length,
    missing: items.filter(isIncomplete).length,
    unsent: items.filter(({ state }) => state === 'new').length,
    submitted: items.filter(({ state }) => state === 'submitted').length,
    requests: items.reduce((sum, { sections }) => sum + sections.filter(({ hasRequest }) => hasRequest).length, 0),
    late: shipped.filter((delivery) => isLate(delivery, timeZone, now)).length,
    contact: await readEventContact(db, eventId),
  }
}

/**
 * Adds people of the team, contacts of vendors and people who are typed in. Name and address of the first two come from the libraries.
 * Throws `not_found`, and `invalid` for somebody who is not in the lineup of this event.
 */
export async function addToBoard(db: Db, eventId: string, { people }: NewPeople, actor: Actor) {
  const candidates = await listCandidates(db, eventId)
  const added = people.map((person) => {
    if (!('from' in person)) return person
    const { from, id, role } = person
    const found = candidates.find((one) => one.from === from && one.id === id)
    if (!found) throw new Failure('invalid', 'Choose someone from the team or the vendors of this event.')
    const { name, email } = found
    return { name, email, role, ...(from === 'team' ? { teamLibraryId: id } : { vendorContactId: id }) }
  })
  return addPeople(db, eventId, added, actor)
}

type BoardLine = {
  name: string
  email: string
  role: keyof typeof ROLE_WORDS
  state: string
  answers: ReadonlyMap<string, Answers>
}

/**
 * Everybody's answers as CSV, a column for each question. A sensitive section is in it only if its key is in `sensitive`, and that is an
 * audit entry which is written before the first line. Throws `not_found`. (security LG6, XS2)
 */
export async function boardCsv(db: Db, eventId: string, sensitive: readonly string[], actor: Actor) {
  await requireEvent(db, eventId)
  const wanted = LOGISTICS_SECTIONS.filter(({ key, isSensitive }) => !isSensitive || sensitive.includes(key))
  const named = wanted.filter(({ isSensitive }) => isSensitive).map(({ key }) => key)
  const entry = { action: 'logistics.export', subjectType: 'event', subjectId: eventId, after: { sections: named } }
  if (named.length > 0) await recordAudit(db, actor, entry)
  const { items } = await listPeople(db, eventId)
  const answered = await readAnswersOf(
    db,
    items.map(({ id }) => id),
    wanted.map(({ key }) => key),
  )
  const lines: BoardLine[] = items.map(({ id, name, email, role, state }) => {
    const answers = new Map((answered.get(id) ?? []).map((one) => [one.sectionKey, one.answers]))
    return { name, email, role, state, answers }
  })
  const columns: [string, (line: BoardLine) => CsvCell][] = [
    ['name', ({ name }) => name],
    ['email', ({ email }) => email],
    ['role', ({ role }) => ROLE_WORDS[role]],
    ['state', ({ state }) => state],
    ...wanted.flatMap(({ key, title, fields }) =>
      fields.map((field): [string, (line: BoardLine) => CsvCell] => [
        `${title}: ${field.label}`,
        ({ answers }) => answerText(field, answers.get(key)?.[field.key]?.value ?? null),
      ]),
    ),
  ]
  const read = async (_limit: number, last: BoardLine | undefined) => (last ? [] : lines)
  return csvFile({ columns, read, howToContinue: () => 'Remove people to export the others.', most: MOST_CSV })
}
