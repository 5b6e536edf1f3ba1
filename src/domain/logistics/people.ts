import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { logisticsAnswers, logisticsPeople, logisticsRequests } from '#db/schema/logistics.ts'
import { nudges, vendorContacts } from '#db/schema/partners.ts'
import { emailKey, normalizeEmail } from '#src/contract/email.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Answers, type Candidate, missingIn, type PersonRow, sectionsOf } from '#src/contract/logistics.ts'
import type { NewPerson } from '#src/contract/logistics-input.ts'
import type { LogisticsRole } from '#src/contract/logistics-sections.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { subjectOf } from './answers.ts'
import { removeFormLinks, requirePerson } from './links.ts'
import { type PersonRecord, toAnswers } from './person.ts'

/** The most people of one event. */
const MOST_PEOPLE = 500

/** Who can be added to an event: its active team with an address, and contacts of its vendors who have access. */
export async function listCandidates(db: Db, eventId: string): Promise<Candidate[]> {
  const team = await db
    .select({ id: teamLibrary.id, name: teamLibrary.fullName, email: teamLibrary.email })
    .from(eventTeam)
    .innerJoin(teamLibrary, eq(teamLibrary.id, eventTeam.teamLibraryId))
    .where(and(eq(eventTeam.eventId, eventId), eq(eventTeam.isActive, true), isNotNull(teamLibrary.email)))
    .orderBy(asc(eventTeam.displayOrder), asc(eventTeam.id))
  const contacts = await db
    .select({ id: vendorContacts.id, name: vendorContacts.name, email: vendorContacts.email })
    .from(eventVendors)
    .innerJoin(
      vendorContacts,
      and(eq(vendorContacts.vendorId, eventVendors.vendorLibraryId), eq(vendorContacts.state, 'active')),
    )
    .where(and(eq(eventVendors.eventId, eventId), eq(eventVendors.isActive, true)))
    .orderBy(asc(eventVendors.displayOrder), asc(vendorContacts.id))
    .limit(MOST_PEOPLE)
  const present = await readKeys(db, eventId)
  const toCandidate = (
    { email: written, ...row }: { id: string; name: string; email: string | null },
    from: Candidate['from'],
  ) => {
    const email = normalizeEmail(written ?? '')
    const role = from === 'team' ? ('instructor' as const) : ('vendor' as const)
    return email === undefined ? [] : [{ ...row, from, email, role, isAdded: present.has(emailKey(email)) }]
  }
  return [...team.flatMap((row) => toCandidate(row, 'team')), ...contacts.flatMap((row) => toCandidate(row, 'vendor'))]
}

async function readKeys(db: Db, eventId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ key: logisticsPeople.emailKey })
    .from(logisticsPeople)
    .where(eq(logisticsPeople.eventId, eventId))
  return new Set(rows.map(({ key }) => key))
}

/** Somebody to add, with where they come from. */
type Added = NewPerson & { teamLibraryId?: string; vendorContactId?: string }

/** Adds people to an event, each address once: who is there already stays as they are. Throws `not_found`, and `invalid` for too many. */
export async function addPeople(
  db: Db,
  eventId: string,
  added: readonly Added[],
  actor: Actor,
): Promise<{ ids: string[] }> {
  return db.transaction(async (tx) => {
    const [event] = await tx
      .select({ id: eventConfig.id })
      .from(eventConfig)
      .where(eq(eventConfig.id, eventId))
      .for('update')
    if (!event) throw new Failure('not_found', NOT_FOUND.event)
    const present = await readKeys(tx, eventId)
    const unique = new Map(added.map((person) => [emailKey(person.email), person]))
    const fresh = [...unique].filter(([key]) => !present.has(key))
    if (fresh.length === 0) return { ids: [] }
    if (present.size + fresh.length > MOST_PEOPLE)
      throw new Failure('invalid', `An event has at most ${MOST_PEOPLE} people.`)
    const rows = fresh.map(([key, person]) => ({ ...person, eventId, emailKey: key }))
    const stored = await tx.insert(logisticsPeople).values(rows).returning()
    for (const { id, role } of stored)
      await recordAudit(tx, actor, { action: 'logistics.add', ...subjectOf({ id }), after: { eventId, role } })
    return { ids: stored.map(({ id }) => id) }
  })
}

/** Takes somebody out of an event, with their answers and links. Throws `not_found`. */
export async function removePerson(db: Db, at: { eventId: string; personId: string }, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const { person } = await requirePerson(tx, at)
    await removeFormLinks(tx, [person.id])
    await tx.delete(logisticsPeople).where(eq(logisticsPeople.id, person.id))
    await recordAudit(tx, actor, {
      action: 'logistics.delete',
      ...subjectOf(person),
      before: { eventId: at.eventId, role: person.role },
    })
  })
}

/** Where the list of an event's people goes on. */
type PersonPlace = [role: string, name: string, id: string]

/** The people of an event by role and name, without anything they answered. */
export async function listNames(db: Db, eventId: string): Promise<Pick<PersonRow, 'id' | 'name' | 'role'>[]> {
  const { id, name, role } = logisticsPeople
  return db
    .select({ id, name, role })
    .from(logisticsPeople)
    .where(eq(logisticsPeople.eventId, eventId))
    .orderBy(asc(role), sql`lower(${name})`, asc(id))
}

/** Which people of an event, and the page of them. */
type PeopleQuery = Partial<PageQuery<PersonPlace>> & { role?: LogisticsRole | undefined; isMissing?: boolean }

/**
 * People of an event with what each has answered, but no answer. By role and name, one page after the other, or all of them without a
 * `limit`. With `isMissing` only those from whom a required answer is missing: which ones is in sealed values, so all of the event are read.
 */
export async function listPeople(
  db: Db,
  eventId: string,
  { limit = MOST_PEOPLE, after, role, isMissing = false }: PeopleQuery = {},
): Promise<Page<PersonRow>> {
  const rows = await peoplePage(db, eventId, { limit: isMissing ? MOST_PEOPLE : limit, after, role })
  const ids = rows.map(({ person }) => person.id)
  const [answers, requests] = [await readAnswersOf(db, ids), await readRequestsOf(db, ids)]
  const read = rows.map(({ person, ...row }) => ({
    name: row.name,
    item: {
      ...toPersonRow(person, answers.get(person.id) ?? [], requests.get(person.id) ?? []),
      nudgedAt: row.nudgedAt?.getTime() ?? null,
    },
  }))
  const found = isMissing ? read.filter(({ item }) => isIncomplete(item)) : read
  return toPage(found, {
    limit,
    toItem: ({ item }) => item,
    getPlace: ({ item, name }) => [item.role, name, item.id],
  })
}

/** Whether a required answer is missing from somebody. */
export function isIncomplete({ sections }: Pick<PersonRow, 'sections'>): boolean {
  return sections.some(({ missing }) => missing > 0)
}

/** The people of one page and one more, each with the time of the last reminder by hand. */
function peoplePage(db: Db, eventId: string, { limit = MOST_PEOPLE, after, role }: PeopleQuery) {
  const name = sql<string>`lower(${logisticsPeople.name})`
  const order = [logisticsPeople.role, name, logisticsPeople.id]
  const isTheirs = and(eq(nudges.subject, nudgedPerson), eq(nudges.eventId, logisticsPeople.eventId))
  const nudgedAt = sql<Date | null>`(select max(${nudges.createdAt}) from ${nudges} where ${isTheirs})`
  return db
    .select({ person: logisticsPeople, name, nudgedAt: nudgedAt.mapWith(nudges.createdAt) })
    .from(logisticsPeople)
    .where(
      and(
        eq(logisticsPeople.eventId, eventId),
        role && eq(logisticsPeople.role, role),
        after && comesAfter(order, after),
      ),
    )
    .orderBy(...order.map((column) => asc(column)))
    .limit(limit + 1)
}

/** The person of a row as `nudges` names them. */
const nudgedPerson = sql`'logistics:' || ${logisticsPeople.id}::text`

/** One section that somebody has answered. */
export type AnsweredSection = {
  personId: string
  sectionKey: string
  answers: Answers
  source: 'web' | 'phone' | 'mail'
}

/** What these people have answered, by person; only in these sections, if any are named. */
export async function readAnswersOf(
  db: Db,
  ids: readonly string[],
  sections?: readonly string[],
): Promise<Map<string, AnsweredSection[]>> {
  if (ids.length === 0) return new Map()
  const { personId, sectionKey, value, source } = logisticsAnswers
  const isThese = and(inArray(personId, [...ids]), sections && inArray(sectionKey, [...sections]))
  const rows = await db.select({ personId, sectionKey, value, source }).from(logisticsAnswers).where(isThese)
  return Map.groupBy(
    rows.map((row) => ({ ...row, answers: toAnswers(row.value) })),
    (row) => row.personId,
  )
}

async function readRequestsOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const { personId, sectionKey, decidedAt } = logisticsRequests
  const rows = await db
    .select({ personId, sectionKey })
    .from(logisticsRequests)
    .where(and(inArray(personId, [...ids]), isNull(decidedAt)))
  return rows.reduce(
    (all, row) => all.set(row.personId, [...(all.get(row.personId) ?? []), row.sectionKey]),
    new Map<string, string[]>(),
  )
}

function toPersonRow(
  person: PersonRecord,
  answered: readonly AnsweredSection[],
  requested: readonly string[],
): Omit<PersonRow, 'nudgedAt'> {
  const { id, name, email, role, state, submittedAt, lastOpenedAt } = person
  const sections = sectionsOf(role).map((section) => {
    const found = answered.find(({ sectionKey }) => sectionKey === section.key)
    const answers = found?.answers ?? {}
    return {
      key: section.key,
      missing: missingIn(section, answers).length,
      isAnswered: Object.values(answers).some(({ value }) => value !== null),
      hasRequest: requested.includes(section.key),
      source: found?.source ?? null,
    }
  })
  const times = { submittedAt: submittedAt?.getTime() ?? null, lastOpenedAt: lastOpenedAt?.getTime() ?? null }
  return { id, name, email, role, state, ...times, sections }
}
