import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import { formatDay } from '#src/contract/event-dates.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { contactLine, missingIn, sectionsOf } from '#src/contract/logistics.ts'
import type { LogisticsTest, LogisticsTestInput } from '#src/contract/logistics-board.ts'
import { MAIL_PLACEHOLDERS } from '#src/contract/mail-placeholder.ts'
import type { PartnerContact } from '#src/contract/partner-contact.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import { TEST_PREFIX } from '#src/contract/workflows.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { toEventConfig } from '../events/read-event-parts.ts'
import { findEmptyPlaceholders, renderRuleMail } from '../mail-rules/render-rule-mail.ts'
import { readMailFacts } from '../mail-rules/rule-letters.ts'
import { STARTER_RULES } from '../mail-rules/starter-rules.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import type { Letter, LetterSite } from '../outbox/letter.ts'
import { logisticsDecided, logisticsLink, logisticsNudge } from '../outbox/templates/logistics-letters.ts'
import { taskReturned } from '../outbox/templates/task-letters.ts'
import { proposalDecided, vendorInvited, vendorNudged, vendorSignIn } from '../outbox/templates/vendor-letters.ts'
import { LIMITS } from '../security/limits.ts'
import { takeAttempt } from '../security/take-attempt.ts'
import { readContactOf } from './event-contact.ts'
import { findPerson, type PersonOfEvent, readAllAnswers } from './person.ts'

/** In the place of every token: the links of these mails open nothing. */
const NO_TOKEN = 'test'
const DAY = 86_400_000

/**
 * Sends every mail about logistics and vendors, written with the data of one person, to the administrator who asks and to nobody else, whatever
 * that data says. Its links open nothing, and it changes nothing. Throws `not_found`, and `rate_limited`. (security LG11)
 */
export async function sendTestMails(
  db: Db,
  ownId: string,
  { eventId, personId }: LogisticsTestInput,
  { actor, site, now }: CommandContext,
): Promise<LogisticsTest> {
  return db.transaction(async (tx) => {
    const who = await findPerson(tx, personId)
    if (who?.event.id !== eventId) throw new Failure('not_found', NOT_FOUND.person)
    const isOwn = and(eq(users.id, ownId), isNull(users.deletedAt))
    const [own] = await tx.select({ email: users.email }).from(users).where(isOwn)
    if (!own) throw new Failure('not_found', NOT_FOUND.account)
    await takeAttempt(tx, ownId, LIMITS.testMails, now)
    const facts = await readFacts(tx, who)
    const mails = [...writeMails(site, facts, now), ...(await writePlannedMails(tx, site, who, facts))]
    for (const { letter } of mails)
      await enqueueMail(tx, { ...letter, to: own.email, subject: `${TEST_PREFIX}${letter.subject}` })
    const after = { eventId, personId, templates: mails.map(({ letter }) => letter.template) }
    await recordAudit(tx, actor, { action: 'logistics.test', subjectType: 'account', subjectId: ownId, after })
    const sent = mails.map(({ title, letter: { template, subject }, empty }) => ({ template, title, subject, empty }))
    return { sentTo: own.email, mails: sent }
  })
}

/** What such a mail says about somebody. */
type Placeholder =
  | 'Name'
  | 'Event'
  | 'Day'
  | 'Vendor'
  | 'Task'
  | 'Due day'
  | 'Note'
  | 'Missing sections'
  | 'Event contact'

/** Everything that such a mail says about somebody, by the name of its placeholder; empty where there is nothing. */
type Facts = Record<Placeholder, string> & {
  titles: string[]
  isContact: boolean
  day: string
  contact: PartnerContact | null
  /** As the planner names whom a mail is for, and the task that it is about. */
  subjectId: string
  itemId: string
}

async function readFacts(tx: Db, { person, event }: PersonOfEvent): Promise<Facts> {
  const vendor = await findVendor(tx, person.vendorContactId)
  const task = await findTask(tx, event.id, [vendor?.id, person.teamLibraryId])
  const { answers } = await readAllAnswers(tx, person.id)
  const titles = sectionsOf(person.role)
    .filter((section) => missingIn(section, answers.get(section.key) ?? {}).length > 0)
    .map(({ title }) => title)
  const contact = await readContactOf(tx, event.id)
  return {
    Name: person.name,
    Event: event.eventName,
    Day: formatDay(event.eventDate),
    Vendor: vendor?.name ?? '',
    Task: task?.title ?? '',
    'Due day': task ? formatDay(addDays(event.eventDate, task.dueDays)) : '',
    Note: task?.note ?? '',
    'Missing sections': titles.join(', '),
    titles,
    isContact: vendor !== undefined,
    day: event.eventDate,
    contact,
    'Event contact': contact ? contactLine(contact) : '',
    subjectId: vendor ? `vendor:${vendor.id}` : `team:${person.teamLibraryId ?? ''}`,
    itemId: task?.id ?? '',
  }
}

async function findVendor(tx: Db, contactId: string | null) {
  if (contactId === null) return undefined
  const [row] = await tx
    .select({ id: vendorLibrary.id, name: vendorLibrary.vendorName })
    .from(vendorContacts)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, vendorContacts.vendorId))
    .where(eq(vendorContacts.id, contactId))
  return row
}

/** A task of theirs at this event; one that has a note, if there is one. */
async function findTask(tx: Db, eventId: string, assignees: readonly (string | null | undefined)[]) {
  const ids = assignees.filter((id) => typeof id === 'string')
  if (ids.length === 0) return undefined
  const { title, dueDays, note, assigneeId, id } = eventTasks
  const isTheirs = or(...ids.map((one) => eq(assigneeId, one)))
  const [row] = await tx
    .select({ id, title, dueDays, note })
    .from(eventTasks)
    .where(and(eq(eventTasks.eventId, eventId), isTheirs))
    .orderBy(sql`${note} is null`, asc(dueDays), asc(id))
    .limit(1)
  return row
}

type Written = { title: string; letter: Letter; empty: string[] }

function writeMails(site: LetterSite, facts: Facts, now: number): Written[] {
  /** What the mail says of a placeholder: its value, or its name in brackets. */
  const say = (name: Placeholder) => facts[name] || `[${name}]`
  const [name, vendorName, eventName] = [say('Name'), say('Vendor'), say('Event')]
  const link = { eventName, day: facts.day, token: NO_TOKEN }
  const path = `/vendor-portal#sign-in=${NO_TOKEN}`
  const returned = { event: { eventName }, task: { title: say('Task') }, note: say('Note') }
  const to = { name, isContact: facts.isContact }
  const decided = { accepted: 'Description', returned: 'Logo', note: say('Note') }
  const tasks = [{ title: say('Task'), eventName, due: say('Due day') }]
  const titles = facts.titles.length > 0 ? facts.titles : [say('Missing sections')]
  const invited = { name, vendorName, expiresAt: now + 14 * DAY, path: `/vendor-portal#invite=${NO_TOKEN}` }
  const change = {
    name,
    eventName,
    title: titles[0] ?? '',
    isAccepted: false,
    note: say('Note'),
    contact: facts.contact,
  }
  const write = (title: string, letter: Letter, used: readonly Placeholder[]): Written => ({
    ...{ title, letter },
    empty: used.filter((placeholder) => facts[placeholder] === ''),
  })
  return [
    write('Link to the form', logisticsLink(site, { name, links: [link], contact: facts.contact }), [
      'Name',
      'Event',
      'Day',
      'Event contact',
    ]),
    write('Reminder of the form', logisticsNudge(site, { name, link, titles, contact: facts.contact }), [
      'Name',
      'Event',
      'Missing sections',
      'Event contact',
    ]),
    write(
      'Change of a closed section decided',
      logisticsDecided(site, { ...change, path: `/logistics-form/${NO_TOKEN}` }),
      ['Name', 'Event', 'Note', 'Event contact'],
    ),
    write('Task returned', taskReturned(site, { ...returned, to, path }), ['Name', 'Event', 'Task', 'Note']),
    write('Invitation to the portal', vendorInvited(site, invited), ['Name', 'Vendor']),
    write('Sign-in link of the portal', vendorSignIn(site, { name, links: [{ vendorName, path }] }), [
      'Name',
      'Vendor',
    ]),
    write('Reminder of tasks', vendorNudged(site, { name, vendorName, tasks }), ['Name', 'Vendor', 'Task', 'Due day']),
    write('Proposal decided', proposalDecided(site, { name, vendorName, ...decided }), ['Name', 'Vendor', 'Note']),
  ]
}

/** Those for whom the work of an event is planned mail: its team, its vendors, and everybody with a task. */
const PLANNED_FOR: readonly string[] = ['event-team', 'vendor-contacts', 'open-tasks']

/** The mails of the workflows of the starter set about the same work: briefings, the day before, reminders of a task. */
async function writePlannedMails(tx: Db, site: LetterSite, { event }: PersonOfEvent, about: Facts): Promise<Written[]> {
  const factsOf = await readMailFacts(tx, toEventConfig(event))
  const facts = await factsOf({ subjectId: about.subjectId, itemId: about.itemId, name: about.Name })
  return STARTER_RULES.filter(({ definition }) => PLANNED_FOR.includes(definition.audience)).map(
    ({ title, definition }) => ({
      title,
      letter: renderRuleMail(site, { ...facts, definition, unsubscribeToken: null, isSample: true }),
      empty: findEmptyPlaceholders(site, definition, facts).map((name) => MAIL_PLACEHOLDERS[name].label),
    }),
  )
}
