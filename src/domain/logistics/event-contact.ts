import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { eventContacts } from '#db/schema/partners.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import {
  type EventContact,
  type EventContactInput,
  filledContact,
  type PartnerContact,
} from '#src/contract/partner-contact.ts'
import type { Actor } from '../audit/audit.ts'
import { createVersioned, updateVersioned } from '../library/versioned.ts'
import { readPartnerContact } from '../settings/settings.ts'

const rows = { table: eventContacts, subjectType: 'event_contact', missing: NOT_FOUND.event, read: readRow }

/** Throws `not_found`. */
async function readRow(db: Db, id: string) {
  const { name, email, phone, version } = eventContacts
  const fields = { id: eventContacts.id, name, email, phone, version }
  const [row] = await db.select(fields).from(eventContacts).where(eq(eventContacts.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.event)
  return row
}

/** Whom people of each of these events turn to: the event's own contact, or else that of the site; null if neither is set. */
export async function readContactsOf(db: Db, eventIds: readonly string[]): Promise<Map<string, PartnerContact | null>> {
  const own =
    eventIds.length === 0
      ? []
      : await db
          .select()
          .from(eventContacts)
          .where(inArray(eventContacts.id, [...eventIds]))
  const site = await readPartnerContact(db)
  return new Map(
    eventIds.map((id) => {
      const row = own.find((one) => one.id === id)
      return [id, (row && filledContact(row)) ?? site]
    }),
  )
}

/** The same for one event. */
export async function readContactOf(db: Db, eventId: string): Promise<PartnerContact | null> {
  return (await readContactsOf(db, [eventId])).get(eventId) ?? null
}

/** The contact of an event, and what is set for it alone. */
export async function readEventContact(db: Db, eventId: string): Promise<EventContact> {
  const { name, email, phone, version } = eventContacts
  const [own = null] = await db
    .select({ name, email, phone, version })
    .from(eventContacts)
    .where(eq(eventContacts.id, eventId))
  return { shown: await readContactOf(db, eventId), own }
}

/** Saves the exception of an event; with nothing in it the contact of the site applies. Throws `not_found`, and `conflict` for a stale version. */
export async function saveEventContact(
  db: Db,
  eventId: string,
  { version, ...fields }: EventContactInput,
  actor: Actor,
): Promise<EventContact> {
  return db.transaction(async (tx) => {
    const isThis = eq(eventConfig.id, eventId)
    const [event] = await tx.select({ id: eventConfig.id }).from(eventConfig).where(isThis).for('no key update')
    if (!event) throw new Failure('not_found', NOT_FOUND.event)
    if (version === 0) await createVersioned(tx, rows, { id: eventId, ...fields }, actor)
    else await updateVersioned(tx, rows, { id: eventId, version, fields, actor })
    return readEventContact(tx, eventId)
  })
}
