import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { SECTION_FROZEN } from '#src/contract/logistics.ts'
import {
  DELIVERY_ARRIVED,
  type Delivery,
  type OwnDelivery,
  type ownDelivery,
  type ownDeliveryChange,
  type ownDeliveryRemoval,
} from '#src/contract/logistics-board.ts'
import type { LinkContext } from './answers.ts'
import { addDelivery, changeDelivery, deleteDelivery, findDelivery, listDeliveries } from './deliveries.ts'
import { actorOf, isFrozen, openForm, type PersonRecord, requireSection } from './person.ts'

const SECTION = 'shipment'

/** What a person ships to the event of their form. Throws `not_found` for a link that opens none. */
export async function listOwnDeliveries(db: Db, token: string, now: Instant): Promise<OwnDelivery[]> {
  const { person } = await openForm(db, token, { now })
  return (await listDeliveries(db, person.eventId, person.id)).map(toOwn)
}

function toOwn({ eventId: _event, personId: _id, personName: _name, enteredBy: _by, ...own }: Delivery): OwnDelivery {
  return own
}

/**
 * Adds a delivery of the person, once for each id. Throws `not_found` for a link that opens no form and for an id of somebody else,
 * `conflict` once the section is frozen, the event is cancelled, or the id is stored with other fields, and `invalid` for one too many.
 */
export async function addOwnDelivery(
  db: Db,
  { token, ...fields }: z.output<typeof ownDelivery>,
  context: LinkContext,
): Promise<OwnDelivery> {
  return db.transaction(async (tx) => {
    const { person, actor } = await openShipment(tx, token, context)
    const stored = await findDelivery(tx, fields.id)
    if (stored && stored.personId !== person.id) throw new Failure('not_found', NOT_FOUND.delivery)
    const delivery = { ...fields, personId: person.id, enteredBy: stored?.enteredBy ?? ('person' as const) }
    return toOwn((await addDelivery(tx, person.eventId, delivery, actor)).item)
  })
}

/** Saves the whole form of a delivery of the person. Throws as `requireOwn` does, and `conflict` for a stale version. */
export async function changeOwnDelivery(
  db: Db,
  { token, id, ...change }: z.output<typeof ownDeliveryChange>,
  context: LinkContext,
): Promise<OwnDelivery> {
  return db.transaction(async (tx) => {
    const { person, actor } = await openShipment(tx, token, context)
    const at = await requireOwn(tx, person, id)
    return toOwn((await changeDelivery(tx, at, { ...change, personId: person.id }, actor)).item)
  })
}

/**
 * Removes a delivery of the person, also after the freeze and of a cancelled event: what they entered is theirs to delete. Throws as
 * `requireOwn` does, and `conflict` for a stale version.
 */
export async function removeOwnDelivery(
  db: Db,
  { token, id, version }: z.output<typeof ownDeliveryRemoval>,
  context: LinkContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { person } = await openForm(tx, token, { now: context.now })
    const at = await requireOwn(tx, person, id)
    const actor = actorOf(person, context.caller)
    await deleteDelivery(tx, at, version, actor)
  })
}

/** Throws `not_found` for any delivery that is not the person's own, and `conflict` for one that has arrived. (security LG12) */
async function requireOwn(tx: Db, person: PersonRecord, id: string) {
  const delivery = await findDelivery(tx, id)
  if (delivery?.personId !== person.id || delivery.eventId !== person.eventId)
    throw new Failure('not_found', NOT_FOUND.delivery)
  if (delivery.receivedAt !== null) throw new Failure('conflict', DELIVERY_ARRIVED)
  return { eventId: person.eventId, deliveryId: id }
}

/** The person of a link, as long as their section for shipments can be changed. */
async function openShipment(tx: Db, token: string, { caller, now }: LinkContext) {
  const opened = await openForm(tx, token, { now })
  if (isFrozen(opened.event, requireSection(opened, SECTION), now)) throw new Failure('conflict', SECTION_FROZEN)
  return { person: opened.person, actor: actorOf(opened.person, caller) }
}
