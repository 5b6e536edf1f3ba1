import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { deliveries, logisticsPeople } from '#db/schema/logistics.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import {
  type Delivery,
  type DeliveryChange,
  type DeliveryReceipt,
  MOST_OWN_DELIVERIES,
  type NewDelivery,
} from '#src/contract/logistics-board.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { createVersioned, deleteVersioned, updateVersioned } from '../library/versioned.ts'

/** The most deliveries of one event. */
const MOST_DELIVERIES = 200

const rows = { table: deliveries, subjectType: 'delivery', missing: NOT_FOUND.delivery, read: readDelivery }

type DeliveryOf = { eventId: string; deliveryId: string }

/** Each with the name of who sends it, looked up for the rows that are shown. */
function select(db: Db) {
  const isSender = eq(logisticsPeople.id, deliveries.personId)
  const personName = sql<string | null>`(select ${logisticsPeople.name} from ${logisticsPeople} where ${isSender})`
  return db.select({ delivery: deliveries, personName }).from(deliveries)
}

/** What is shipped to an event, by anybody or by one person, the first expected first; what nobody knows the day of comes last. */
export async function listDeliveries(db: Db, eventId: string, personId?: string): Promise<Delivery[]> {
  const { expectedOn, expectedAt, id } = deliveries
  const found = await select(db)
    .where(personId === undefined ? eq(deliveries.eventId, eventId) : isOf({ eventId, personId }))
    .orderBy(sql`${expectedOn} asc nulls last`, sql`${expectedAt} asc nulls last`, asc(id))
    .limit(MOST_DELIVERIES)
  return found.map(toDelivery)
}

/** A delivery of any event; undefined if there is none. */
export async function findDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  const [row] = await select(db).where(eq(deliveries.id, id))
  return row && toDelivery(row)
}

/** Throws `not_found`. */
async function readDelivery(db: Db, id: string): Promise<Delivery> {
  const delivery = await findDelivery(db, id)
  if (!delivery) throw new Failure('not_found', NOT_FOUND.delivery)
  return delivery
}

type Row = { delivery: typeof deliveries.$inferSelect; personName: string | null }

function toDelivery({ delivery, personName }: Row): Delivery {
  const { createdAt: _created, updatedAt: _updated, receivedAt, expectedAt, ...row } = delivery
  return { ...row, personName, expectedAt: expectedAt?.slice(0, 5) ?? null, receivedAt: receivedAt?.getTime() ?? null }
}

/**
 * Adds a delivery, once for each id. Throws `not_found` for the event, `invalid` for somebody who is not on its board or one delivery
 * too many, and `conflict` for an id that is stored with other fields.
 */
export async function addDelivery(
  db: Db,
  eventId: string,
  delivery: NewDelivery & Partial<Pick<Delivery, 'enteredBy'>>,
  actor: Actor,
): Promise<Changed<Delivery>> {
  return db.transaction(async (tx) => {
    const isThis = eq(eventConfig.id, eventId)
    const [event] = await tx.select({ id: eventConfig.id }).from(eventConfig).where(isThis).for('no key update')
    if (!event) throw new Failure('not_found', NOT_FOUND.event)
    await requireSender(tx, eventId, delivery.personId)
    const isNew = (await tx.$count(deliveries, eq(deliveries.id, delivery.id))) === 0
    if (isNew && (await tx.$count(deliveries, eq(deliveries.eventId, eventId))) >= MOST_DELIVERIES)
      throw new Failure('invalid', `An event has at most ${MOST_DELIVERIES} deliveries.`)
    if (isNew && delivery.enteredBy === 'person') await requireRoom(tx, eventId, delivery.personId)
    return createVersioned(tx, rows, { ...delivery, eventId }, actor)
  })
}

async function requireRoom(tx: Db, eventId: string, personId: string | null): Promise<void> {
  if ((await tx.$count(deliveries, isOf({ eventId, personId }))) >= MOST_OWN_DELIVERIES)
    throw new Failure('invalid', `You can list at most ${MOST_OWN_DELIVERIES} deliveries.`)
}

const isOf = (at: { eventId: string; personId: string | null }) =>
  and(eq(deliveries.eventId, at.eventId), eq(deliveries.personId, at.personId ?? ''))

async function requireSender(tx: Db, eventId: string, personId: string | null): Promise<void> {
  if (personId === null) return
  const isTheirs = and(eq(logisticsPeople.id, personId), eq(logisticsPeople.eventId, eventId))
  if ((await tx.$count(logisticsPeople, isTheirs)) === 0)
    throw new Failure('invalid', 'Choose someone on this event.', { field: 'personId' })
}

/** Saves the whole form of a delivery. Throws `not_found`, `invalid`, and `conflict` for a stale version. */
export async function changeDelivery(
  db: Db,
  at: DeliveryOf,
  { version, ...fields }: DeliveryChange,
  actor: Actor,
): Promise<Changed<Delivery>> {
  const { personId } = await requireDelivery(db, at)
  if (fields.personId !== personId) await requireSender(db, at.eventId, fields.personId)
  return updateVersioned(db, rows, { id: at.deliveryId, version, fields, actor })
}

/** Notes that a delivery arrived, by whom it was received and where it is kept, or takes that back. Throws as `changeDelivery` does. */
export async function receiveDelivery(
  db: Db,
  at: DeliveryOf,
  { isReceived, receivedBy, storage, version }: DeliveryReceipt,
  { actor, now }: Omit<CommandContext, 'site'>,
): Promise<Changed<Delivery>> {
  await requireDelivery(db, at)
  const fields = isReceived
    ? { receivedAt: new Date(now), receivedBy, storage }
    : { receivedAt: null, receivedBy: null, storage: null }
  const verb = isReceived ? 'receive' : 'reopen'
  return updateVersioned(db, rows, { id: at.deliveryId, version, fields, actor, verb })
}

/** Deletes a delivery; the audit log keeps it whole. Throws `not_found`, and `conflict` for a stale version. */
export async function deleteDelivery(db: Db, at: DeliveryOf, version: number, actor: Actor): Promise<{ id: string }> {
  await requireDelivery(db, at)
  const inspect = async (_tx: Db, { title: name }: { title: string }) => ({ name, uses: { count: 0, events: [] } })
  await deleteVersioned(db, rows, { id: at.deliveryId, version, actor, inspect })
  return { id: at.deliveryId }
}

async function requireDelivery(db: Db, { eventId, deliveryId }: DeliveryOf): Promise<Delivery> {
  const delivery = await readDelivery(db, deliveryId)
  if (delivery.eventId !== eventId) throw new Failure('not_found', NOT_FOUND.delivery)
  return delivery
}
