import { randomUUID } from 'node:crypto'
import { and, desc, eq, exists, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { daysAfter, EVENT_CANCELLED, OPEN_DAYS } from '#src/contract/logistics.ts'
import { LINK_JUST_SENT } from '#src/contract/logistics-board.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { endSharedLinks, issueSharedLink, listSharedLinks } from '../links/shared-link.ts'
import { enqueueMail, mayMail } from '../outbox/enqueue.ts'
import { logisticsLink } from '../outbox/templates/logistics-letters.ts'
import { readPartnerContact } from '../settings/settings.ts'
import { subjectOf } from './answers.ts'
import { readEnding } from './ending.ts'
import { readContactOf } from './event-contact.ts'
import { findPerson, type PersonOfEvent } from './person.ts'

const PURPOSE = 'logistics'
const DAY = 86_400_000
/** A bound for the row alone. Whether a link opens its form follows from the event, which may move. (decision 0058) */
const ROW_LIFE = 2 * 365 * DAY
/** Milliseconds in which a second press sends no second link. */
const SHORTEST_PAUSE = 60_000
/** The most forms that one mail leads to. */
const MOST_FORMS = 5

/** A person of an event, as the address of a call names them. */
type PersonOf = { eventId: string; personId: string }

/**
 * Mails somebody the link to their form. Older links end, also those they passed on. Throws `not_found`, and `conflict` for an event that is
 * cancelled or over, and within a minute of the last link.
 */
export async function sendLink(db: Db, at: PersonOf, { actor, site, now }: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    const who = await requirePerson(tx, at)
    const { person, event } = who
    await requireOpenEvent(tx, who, now)
    const about = { purpose: PURPOSE, subjectId: person.id } as const
    const [newest] = await listSharedLinks(tx, about, now)
    if (newest && newest.createdAt > now - SHORTEST_PAUSE) throw new Failure('conflict', LINK_JUST_SENT)
    await endSharedLinks(tx, about)
    const link = {
      eventName: event.eventName,
      day: event.eventDate,
      token: await issueFormLink(tx, person.id, actor.id, now),
    }
    const isFirst = person.state === 'new'
    if (isFirst) await tx.update(logisticsPeople).set({ state: 'sent' }).where(eq(logisticsPeople.id, person.id))
    await enqueueMail(tx, {
      to: person.email,
      ...logisticsLink(site, { name: person.name, links: [link], contact: await readContactOf(tx, event.id) }),
    })
    await recordAudit(tx, actor, { action: isFirst ? 'logistics.send' : 'logistics.resend', ...subjectOf(person) })
  })
}

/** Mails their link to everybody of an event who was not sent one. Throws like `sendLink`, and does nothing for those who have a link. */
export async function sendFirstLinks(db: Db, eventId: string, context: CommandContext): Promise<{ sent: number }> {
  const isUnsent = and(eq(logisticsPeople.eventId, eventId), eq(logisticsPeople.state, 'new'))
  const [event] = await db.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  let sent = 0
  for (const { id: personId } of await db.select({ id: logisticsPeople.id }).from(logisticsPeople).where(isUnsent)) {
    const isSent = await sendLink(db, { eventId, personId }, context).then(
      () => true,
      (fault: unknown) => {
        // Another administrator pressed at the same time, or removed them.
        if (fault instanceof Failure && (fault.message === LINK_JUST_SENT || fault.kind === 'not_found')) return false
        throw fault
      },
    )
    if (isSent) sent += 1
  }
  return { sent }
}

/** Ends every link to somebody's form. Nothing that they answered is lost. Throws `not_found`. */
export async function revokeLinks(db: Db, at: PersonOf, { actor, now }: Omit<CommandContext, 'site'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { person } = await requirePerson(tx, at)
    const about = { purpose: PURPOSE, subjectId: person.id } as const
    if ((await listSharedLinks(tx, about, now)).length === 0) return
    await endSharedLinks(tx, about)
    await recordAudit(tx, actor, { action: 'logistics.revoke', ...subjectOf(person) })
  })
}

/** A person of this event, locked. Throws `not_found`. */
export async function requirePerson(tx: Db, { eventId, personId }: PersonOf): Promise<PersonOfEvent> {
  const who = await findPerson(tx, personId, { isLocked: true })
  if (who?.event.id !== eventId) throw new Failure('not_found', NOT_FOUND.person)
  return who
}

/** Throws `conflict` for an event that is cancelled, or over for so long that links to its forms open nothing. */
export async function requireOpenEvent(tx: Db, who: PersonOfEvent, now: Instant): Promise<void> {
  if (who.event.status === 'cancelled') throw new Failure('conflict', EVENT_CANCELLED)
  if (!(await isOpen(tx, who, now))) throw new Failure('conflict', 'This workshop is over.')
}

async function isOpen(tx: Db, { event }: PersonOfEvent, now: Instant): Promise<boolean> {
  return now < daysAfter(await readEnding(tx, event), OPEN_DAYS)
}

/** A link to a person's form, beside those they have. */
export function issueFormLink(tx: Db, personId: string, by: string, now: Instant): Promise<string> {
  const link = { purpose: PURPOSE, subjectId: personId, id: randomUUID(), note: '', by } as const
  return issueSharedLink(tx, { ...link, expiresAt: now + ROW_LIFE }, now)
}

/** Somebody of an event whose form a mail leads to. The address is the one that the mail goes to. */
type Mailed = { eventId: string; address: string }

/**
 * The path of a new link to the form of the person with this address, for a mail to it. Null where nobody at the event has it, and where no
 * organizer has sent a link that was not revoked: a mail gives no access that an organizer did not give. (security LG2)
 */
export async function issueFormPath(tx: Db, { eventId, address }: Mailed, now: Instant): Promise<string | null> {
  const isThis = and(eq(logisticsPeople.eventId, eventId), eq(logisticsPeople.emailKey, emailKey(address)))
  const [person] = await tx.select({ id: logisticsPeople.id }).from(logisticsPeople).where(isThis)
  if (!person) return null
  const sent = await listSharedLinks(tx, { purpose: PURPOSE, subjectId: person.id }, now)
  return sent.length === 0 ? null : `/logistics-form/${await issueFormLink(tx, person.id, 'mail', now)}`
}

/**
 * Mails new links to the open forms of an address, for somebody who lost theirs. Only where an organizer has sent one that was not
 * revoked; that one goes on working. Does nothing for any other address, and nothing of either can be seen in the answer. (security LG2, OB6)
 */
export async function sendNewLinks(
  db: Db,
  email: string,
  { site, now }: Pick<CommandContext, 'site' | 'now'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const forms = await findForms(tx, email, now)
    const [first] = forms
    if (!first || !(await mayMail(tx, first.person.email, now))) return
    const links = []
    for (const { person, event } of forms)
      links.push({
        eventName: event.eventName,
        day: event.eventDate,
        token: await issueFormLink(tx, person.id, 'mail', now),
      })
    // A mail about several events has the contact of the site.
    const contact = forms.length === 1 ? await readContactOf(tx, first.event.id) : await readPartnerContact(tx)
    const letter = logisticsLink(site, { name: first.person.name, links, contact })
    await enqueueMail(tx, { to: first.person.email, ...letter })
  })
}

async function findForms(tx: Db, email: string, now: Instant): Promise<PersonOfEvent[]> {
  const isAlive = and(
    eq(linkTokens.purpose, PURPOSE),
    eq(linkTokens.subjectId, sql`${logisticsPeople.id}::text`),
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, new Date(now)),
  )
  const rows = await tx
    .select({ person: logisticsPeople, event: eventConfig })
    .from(logisticsPeople)
    .innerJoin(eventConfig, eq(eventConfig.id, logisticsPeople.eventId))
    .where(
      and(
        eq(logisticsPeople.emailKey, emailKey(email)),
        ne(eventConfig.status, 'cancelled'),
        exists(tx.select({ one: sql`1` }).from(linkTokens).where(isAlive)),
      ),
    )
    .orderBy(desc(eventConfig.eventDate))
    .limit(MOST_FORMS)
  const open: PersonOfEvent[] = []
  for (const row of rows) if (await isOpen(tx, row, now)) open.push(row)
  return open
}

/** Removes the links to the forms of these people, or of all of an event. For the transaction that deletes them. */
export async function removeFormLinks(tx: Db, personIds: readonly string[]): Promise<number> {
  const isTheirs = and(eq(linkTokens.purpose, PURPOSE), inArray(linkTokens.subjectId, [...personIds]))
  const removed =
    personIds.length === 0 ? [] : await tx.delete(linkTokens).where(isTheirs).returning({ hash: linkTokens.hash })
  return removed.length
}

/** The same for all people of an event, and for its caterers and printed run sheets. */
export async function removeEventLinks(tx: Db, eventId: string): Promise<void> {
  const isOfEvent = and(inArray(linkTokens.purpose, ['caterer', 'run-sheet']), eq(linkTokens.subjectId, eventId))
  await tx.delete(linkTokens).where(isOfEvent)
  const rows = await tx
    .select({ id: logisticsPeople.id })
    .from(logisticsPeople)
    .where(eq(logisticsPeople.eventId, eventId))
  await removeFormLinks(
    tx,
    rows.map(({ id }) => id),
  )
}
