import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
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
import type { VendorContactLine, VendorInviteMail, VendorInviteState } from '#src/contract/vendor-invite.ts'
import { actorName, readUsernames, type Usernames } from '../audit/actor-names.ts'

const { id, vendorId, name, email, state, createdAt } = vendorContacts

export type ContactsQuery = PageQuery<TimePlace> & {
  /** Beginnings of words of the person's name or address, or of what the library says of the vendor. */
  q: string
  state?: VendorInviteState | undefined
}

/** Contacts of all vendors with their newest invitation, the latest contact first. */
export async function listContacts(db: Db, ask: ContactsQuery, now: Instant): Promise<Page<VendorContactLine>> {
  const rows = await pageOfContacts(db, ask, now)
  const page = toPage(rows, {
    limit: ask.limit,
    toItem: (row) => row,
    getPlace: ({ micros, contact }) => [micros, contact.id],
  })
  return { ...page, items: await toLines(db, page.items, now) }
}

/** The query of `listContacts`, for one row more than is shown. */
function pageOfContacts(db: Db, { limit, after, q, state: wanted }: ContactsQuery, now: Instant) {
  return selectContacts(db)
    .where(and(isFound(db, q), wanted && isIn(wanted, now), after && comesBefore([createdAt, id], getPlace(after))))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
}

/** One contact. Throws `not_found`. */
export async function readContactLine(db: Db, contactId: string, now: Instant): Promise<VendorContactLine> {
  const [line] = await toLines(db, await selectContacts(db).where(eq(id, contactId)), now)
  if (!line) throw new Failure('not_found', NOT_FOUND.contact)
  return line
}

/** Each contact with its newest invitation. */
function selectContacts(db: Db) {
  const newest = sql`(select i.id from ${vendorInvites} i where i.contact_id = ${vendorContacts}.id order by i.created_at desc limit 1)`
  return db
    .select({
      contact: vendorContacts,
      vendorName: vendorLibrary.vendorName,
      invite: vendorInvites,
      mail: { id: outbox.id, state: outbox.state, lastError: outbox.lastError, skippedBecause: outbox.skippedBecause },
      micros: toMicros(createdAt),
    })
    .from(vendorContacts)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, vendorId))
    .leftJoin(vendorInvites, eq(vendorInvites.id, newest))
    .leftJoin(outbox, eq(outbox.id, vendorInvites.outboxId))
    .$dynamic()
}

function isFound(db: Db, q: string): SQL | undefined {
  const { vendorName, contactName, contactEmail, tags } = vendorLibrary
  const ofVendor = matchesWords([vendorName, contactName, contactEmail, tags], q)
  const ofPerson = matchesWords([name, email], q)
  if (!ofVendor || !ofPerson) return undefined
  return or(ofPerson, inArray(vendorId, db.select({ id: vendorLibrary.id }).from(vendorLibrary).where(ofVendor)))
}

/** The same rule as `stateAt`, for the database. */
function isIn(wanted: VendorInviteState, now: Instant): SQL | undefined {
  const { openedAt, expiresAt } = vendorInvites
  if (wanted === 'accepted') return eq(state, 'active')
  if (wanted === 'revoked') return eq(state, 'revoked')
  const isInvited = eq(state, 'invited')
  if (wanted === 'expired') return and(isInvited, or(isNull(expiresAt), lte(expiresAt, new Date(now))))
  const isOpened = wanted === 'opened' ? isNotNull(openedAt) : isNull(openedAt)
  return and(isInvited, gt(expiresAt, new Date(now)), isOpened)
}

type Row = Awaited<ReturnType<typeof pageOfContacts>>[number]

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

type Known = { names: Usernames; notes: ReadonlyMap<string, string>; now: Instant }

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

function toInviteMail(mail: NonNullable<Row['mail']>, returned: string | undefined): VendorInviteMail {
  const note = returned ?? mail.skippedBecause ?? (mail.state === 'dead' ? mail.lastError : null)
  return { id: mail.id, state: mail.state, note, isReturned: returned !== undefined }
}

const RETURNED = {
  bounce_hard: 'The message was returned: the mailbox does not exist.',
  complaint: 'The recipient has reported the message as spam.',
} as const

/** Why a message that was accepted did not arrive after all, by its id. */
async function readReturned(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { outboxId, type, at } = deliveryNotes
  const rows = await db
    .select({ outboxId, type })
    .from(deliveryNotes)
    .where(and(inArray(outboxId, [...ids]), inArray(type, ['bounce_hard', 'complaint'])))
    .orderBy(at)
  return new Map(
    rows.flatMap(({ outboxId: of, type: kind }) =>
      of !== null && (kind === 'bounce_hard' || kind === 'complaint') ? [[of, RETURNED[kind]] as const] : [],
    ),
  )
}
