import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { deliveryNotes } from '#db/schema/deliveries.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts, vendorInvites } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { matchesWords } from '#db/search.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import type { MailAnswer, VendorContactLine, VendorInviteMail, VendorInviteState } from '#src/contract/vendor-invite.ts'
import { actorName, readUsernames, type Usernames } from '../audit/actor-names.ts'

const { id, vendorId, name, email, state, createdAt } = vendorContacts

export type ContactsQuery = PageQuery<TimePlace> & {
  /** Beginnings of words of the person's name or address, or of what the library says of the vendor. */
  q: string
  state?: VendorInviteState | undefined
}

/** Contacts of all vendors with their newest invitation, the latest contact first. */
export async function listContacts(db: Db, ask: ContactsQuery, now: Instant): Promise<Page<VendorContactLine>> {
  const { limit, after, q, state: wanted } = ask
  const found = await db
    .select({ id, micros: toMicros(createdAt) })
    .from(vendorContacts)
    .where(and(isFound(db, q), wanted && isIn(wanted, now), after && comesBefore([createdAt, id], getPlace(after))))
    .orderBy(sql`${createdAt} desc nulls last`, sql`${id} desc nulls last`)
    .limit(limit + 1)
  const page = toPage(found, { limit, toItem: (row) => row.id, getPlace: (row) => [row.micros, row.id] })
  // The rest is read for those that are shown: joined before, it would be read for everyone.
  const rows = await readRows(db, page.items)
  const inOrder = rows.toSorted((a, b) => page.items.indexOf(a.contact.id) - page.items.indexOf(b.contact.id))
  return { ...page, items: await toLines(db, inOrder, now) }
}

/** One contact. Throws `not_found`. */
export async function readContactLine(db: Db, contactId: string, now: Instant): Promise<VendorContactLine> {
  const [line] = await toLines(db, await readRows(db, [contactId]), now)
  if (!line) throw new Failure('not_found', NOT_FOUND.contact)
  return line
}

/** These contacts with their vendor, newest invitation and its message, each looked up by ids alone. */
async function readRows(db: Db, ids: readonly string[]) {
  const contacts = await db.select().from(vendorContacts).where(isOneOf(id, ids))
  const vendors = await db
    .select({ id: vendorLibrary.id, name: vendorLibrary.vendorName })
    .from(vendorLibrary)
    .where(isOneOf(vendorLibrary.id, [...new Set(contacts.map((contact) => contact.vendorId))]))
  const invites = await db
    .selectDistinctOn([vendorInvites.contactId])
    .from(vendorInvites)
    .where(isOneOf(vendorInvites.contactId, ids))
    .orderBy(vendorInvites.contactId, desc(vendorInvites.createdAt))
  const { state: mailState, lastError, skippedBecause } = outbox
  const mails = await db
    .select({ id: outbox.id, state: mailState, lastError, skippedBecause })
    .from(outbox)
    .where(
      isOneOf(
        outbox.id,
        invites.flatMap(({ outboxId }) => outboxId ?? []),
      ),
    )
  return contacts.map((contact) => {
    const invite = invites.find(({ contactId }) => contactId === contact.id) ?? null
    return {
      contact,
      vendorName: vendors.find((vendor) => vendor.id === contact.vendorId)?.name ?? '',
      invite,
      mail: mails.find((mail) => mail.id === invite?.outboxId) ?? null,
    }
  })
}

const isOneOf = (column: AnyPgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`

function isFound(db: Db, q: string): SQL | undefined {
  const { vendorName, contactName, contactEmail, tags } = vendorLibrary
  const ofVendor = matchesWords([vendorName, contactName, contactEmail, tags], q)
  const ofPerson = matchesWords([name, email], q)
  if (!ofVendor || !ofPerson) return undefined
  const people = db.select({ id }).from(vendorContacts).where(ofPerson)
  const theirs = db
    .select({ id })
    .from(vendorLibrary)
    .innerJoin(vendorContacts, eq(vendorId, vendorLibrary.id))
    .where(ofVendor)
  return inArray(id, people.union(theirs))
}

/** The same rule as `stateAt`, for the database: of the newest invitation, looked up for one contact after the other. */
function isIn(wanted: VendorInviteState, now: Instant): SQL | undefined {
  if (wanted === 'accepted') return eq(state, 'active')
  if (wanted === 'revoked') return eq(state, 'revoked')
  const isOpen = sql`i.expires_at > ${new Date(now).toISOString()}::timestamptz`
  const found = sql`case when ${isOpen} then case when i.opened_at is null then 'pending' else 'opened' end end`
  const newest = sql`(select ${found} from ${vendorInvites} i where i.contact_id = ${vendorContacts}.id order by i.created_at desc limit 1)`
  return and(eq(state, 'invited'), sql`coalesce(${newest}, 'expired') = ${wanted}`)
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

/** What has become of an invitation. */
function stateAt({ contact, invite }: Pick<Row, 'contact' | 'invite'>, now: Instant): VendorInviteState {
  if (contact.state === 'active') return 'accepted'
  if (contact.state === 'revoked') return 'revoked'
  if (!invite || invite.expiresAt.getTime() <= now) return 'expired'
  return invite.openedAt === null ? 'pending' : 'opened'
}

async function toLines(db: Db, rows: readonly Row[], now: Instant): Promise<VendorContactLine[]> {
  const names = await readUsernames(
    db,
    rows.map(({ contact }) => contact.invitedBy),
  )
  const notes = await readReturned(
    db,
    rows.flatMap(({ mail }) => (mail ? [mail.id] : [])),
  )
  return rows.map((row) => toLine(row, { names, notes, now }))
}

type Known = { names: Usernames; notes: ReadonlyMap<string, MailAnswer>; now: Instant }

function toLine(row: Row, { names, notes, now }: Known): VendorContactLine {
  const { contact, vendorName, invite, mail } = row
  return {
    id: contact.id,
    vendorId: contact.vendorId,
    vendorName,
    name: contact.name,
    email: contact.email,
    state: stateAt(row, now),
    mail: mail && toInviteMail(mail, notes.get(mail.id)),
    invitedAt: (invite?.createdAt ?? contact.createdAt).getTime(),
    invitedBy: actorName(names, contact.invitedBy),
    expiresAt: contact.state === 'invited' ? (invite?.expiresAt.getTime() ?? null) : null,
    lastSeenAt: contact.lastSeenAt?.getTime() ?? null,
    version: contact.version,
  }
}

function toInviteMail(mail: NonNullable<Row['mail']>, answer: MailAnswer | undefined): VendorInviteMail {
  const note = answer ? RETURNED[answer] : (mail.skippedBecause ?? (mail.state === 'dead' ? mail.lastError : null))
  return { id: mail.id, state: mail.state, note, answer: answer ?? null }
}

const RETURNED = {
  bounce_hard: 'The message was returned: the mailbox does not exist.',
  complaint: 'The recipient has reported the message as spam.',
} as const satisfies Record<MailAnswer, string>

/** Why a message that was accepted did not arrive after all, by its id. */
async function readReturned(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, MailAnswer>> {
  if (ids.length === 0) return new Map()
  const { outboxId, type, at } = deliveryNotes
  const rows = await db
    .select({ outboxId, type })
    .from(deliveryNotes)
    .where(and(inArray(outboxId, [...ids]), inArray(type, ['bounce_hard', 'complaint'])))
    .orderBy(at)
  return new Map(
    rows.flatMap(({ outboxId: of, type: kind }) =>
      of !== null && (kind === 'bounce_hard' || kind === 'complaint') ? [[of, kind] as const] : [],
    ),
  )
}
