import { createHash } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventAgenda } from '#db/schema/events.ts'
import { runItems, runSheets } from '#db/schema/logistics.ts'
import { formatClock, formatDay, formatTimeRange } from '#src/contract/event-dates.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant, PlainClock, PlainDay } from '#src/contract/instant.ts'
import { type Answers, contactLine, type PersonRow } from '#src/contract/logistics.ts'
import type { Delivery } from '#src/contract/logistics-board.ts'
import { LOGISTICS_ROLES } from '#src/contract/logistics-sections.ts'
import { plural } from '#src/contract/plural.ts'
import {
  type NewRunItem,
  RUN_KIND_WORDS,
  type RunItem,
  type RunItemChange,
  type RunSheet,
  type SheetLine,
  slotClock,
} from '#src/contract/run-sheet.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import type { Actor } from '../audit/audit.ts'
import { type EventRow, toEventConfig } from '../events/read-event-parts.ts'
import { createVersioned, deleteVersioned, updateVersioned } from '../library/versioned.ts'
import { countPickups } from '../shop-orders/pickup-list.ts'
import { requireEvent } from './board.ts'
import { listDeliveries } from './deliveries.ts'
import { readContactOf } from './event-contact.ts'
import { lockEvent } from './meals.ts'
import { listNames, readAnswersOf } from './people.ts'
import { readShared } from './read-form.ts'

const MOST_ITEMS = 200

const rows = { table: runItems, subjectType: 'run_item', missing: NOT_FOUND.runItem, read: readItem }
type ItemOf = { eventId: string; itemId: string }

/** The run sheet of an event as it is now, and what has changed since the newest printed revision. Throws `not_found`. */
export async function readRunSheet(db: Db, eventId: string, now: Instant): Promise<RunSheet> {
  const event = await requireEvent(db, eventId)
  const people = await readTravellers(db, eventId)
  const lines = await readLines(db, event, people)
  const contact = await readContactOf(db, eventId)
  const [printed] = await db.select().from(runSheets).where(eq(runSheets.eventId, eventId))
  return {
    now,
    event: {
      name: event.eventName,
      day: event.eventDate,
      times: formatTimeRange(toEventConfig(event)),
      zone: event.eventTimezone,
      venue: [event.venueName, event.venueAddress].filter(Boolean).join(', '),
      isCancelled: event.status === 'cancelled',
    },
    lines,
    roles: LOGISTICS_ROLES.map((role) => ({
      role,
      people: people
        .filter((one) => one.role === role)
        .map(({ name, answers }) => ({ name, arrival: arrivalOf(answers) })),
    })).filter((group) => group.people.length > 0),
    shared: (await readShared(db, eventId)).flatMap(({ key, ...one }) => (key === 'contact' ? [] : [one])),
    contact: contact && contactLine(contact),
    items: await listItems(db, eventId),
    revision: printed?.revision ?? null,
    changes: printed ? compareLines(printed.lines, lines.map(toStored)) : [],
  }
}

type Traveller = Pick<PersonRow, 'id' | 'name' | 'role'> & { answers: Answers }

async function readTravellers(db: Db, eventId: string): Promise<Traveller[]> {
  const items = await listNames(db, eventId)
  const ids = items.map(({ id }) => id)
  const travel = await readAnswersOf(db, ids, ['travel'])
  return items.map(({ id, name, role }) => ({ id, name, role, answers: travel.get(id)?.[0]?.answers ?? {} }))
}

const say = (answers: Answers, key: string) => String(answers[key]?.value ?? '')

function arrivalOf(answers: Answers): string {
  const [day, clock] = [say(answers, 'arrivalDate'), say(answers, 'arrivalTime')]
  return day === '' ? '' : `${formatDay(day)}${clock === '' ? '' : `, ${formatClock(clock)}`}`
}

/** What happens around an event, in the order of its clock. Lines without a time come last on their day. */
export async function readLines(db: Db, event: EventRow, people?: readonly Traveller[]): Promise<SheetLine[]> {
  const travellers = people ?? (await readTravellers(db, event.id))
  const lines = [
    ...(await readAgendaLines(db, event)),
    ...travellers.flatMap(toArrival),
    ...(await listDeliveries(db, event.id)).flatMap(toDeliveryLine),
    ...(await listItems(db, event.id)).map((item) => toItemLine(item, event.eventDate)),
    ...toPickupLine(event, await countPickups(db, event.id)),
  ]
  const placeOf = ({ day, clock, key }: SheetLine) => `${day} ${clock ?? '99'} ${key}`
  return lines.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

async function readAgendaLines(db: Db, { id, eventDate }: EventRow): Promise<SheetLine[]> {
  const slots = await db
    .select({ id: eventAgenda.id, timeSlot: eventAgenda.timeSlot, title: eventAgenda.title })
    .from(eventAgenda)
    .where(and(eq(eventAgenda.eventId, id), eq(eventAgenda.isActive, true)))
    .orderBy(asc(eventAgenda.displayOrder), asc(eventAgenda.id))
  let clock: PlainClock | null = null
  return slots.map(({ id: slotId, timeSlot, title }) => {
    // A slot whose time cannot be read stays behind the one before it.
    const begins = slotClock(timeSlot)
    clock = begins ?? clock
    const line = { key: `agenda:${slotId}`, kind: 'agenda', day: eventDate, clock, minutes: null } as const
    return { ...line, title, detail: begins === undefined ? timeSlot : '', owner: null }
  })
}

function toArrival({ id, name, answers }: Traveller): SheetLine[] {
  const day = say(answers, 'arrivalDate')
  if (day === '') return []
  const line = { key: `arrival:${id}`, kind: 'arrival', day, clock: say(answers, 'arrivalTime') || null } as const
  const detail = [say(answers, 'arrivalBy'), say(answers, 'hotel')].filter(Boolean).join(', ')
  return [{ ...line, minutes: null, title: `${name} arrives`, detail, owner: null }]
}

function toDeliveryLine({ id, title, expectedOn, expectedAt, receivedAt, ...delivery }: Delivery): SheetLine[] {
  if (expectedOn === null) return []
  const { pieces, carrier, tracking, storage, personName } = delivery
  const state = receivedAt === null ? null : `received${storage ? `, kept in ${storage}` : ''}`
  const detail = [plural(pieces, 'piece'), carrier, tracking, state].filter(Boolean).join(', ')
  const line = { key: `delivery:${id}`, kind: 'delivery', day: expectedOn, clock: expectedAt, minutes: null } as const
  return [{ ...line, title: `Delivery: ${title}`, detail, owner: personName }]
}

function toItemLine({ id, kind, days, startsAt, minutes, title, owner }: RunItem, eventDay: PlainDay): SheetLine {
  const line = { key: `item:${id}`, kind, day: addDays(eventDay, days), clock: startsAt, minutes }
  return { ...line, title, detail: '', owner }
}

/** Orders of the shop that wait for their buyers, from the beginning of the event on. */
function toPickupLine({ eventDate, eventTimeStart }: EventRow, orders: number): SheetLine[] {
  if (orders === 0) return []
  const line = { key: 'pickup', kind: 'pickup', day: eventDate, clock: eventTimeStart?.slice(0, 5) ?? null } as const
  return [{ ...line, minutes: null, title: `${plural(orders, 'order')} to hand over`, detail: '', owner: null }]
}

export type StoredLine = { key: string; hash: string; words: string }

/** What is kept of a line: enough to see that it changed, and to say so without naming anybody. */
export function toStored({ key, ...line }: SheetLine): StoredLine {
  const hash = createHash('sha256').update(JSON.stringify(line)).digest('hex').slice(0, 32)
  const when = `${formatDay(line.day)}${line.clock === null ? '' : `, ${formatClock(line.clock)}`}`
  const what = {
    arrival: 'An arrival',
    delivery: 'A delivery',
    pickup: line.title,
    agenda: `Agenda: ${line.title}`,
    ...itemWords(line),
  }
  return { key, hash, words: `${what[line.kind]} (${when})` }
}

const itemWords = ({ title }: Pick<SheetLine, 'title'>) => ({
  setup: `${RUN_KIND_WORDS.setup}: ${title}`,
  teardown: `${RUN_KIND_WORDS.teardown}: ${title}`,
  other: title,
})

/** What differs between two states of a sheet, as sentences without personal data. */
export function compareLines(before: readonly StoredLine[], after: readonly StoredLine[]): string[] {
  const [old, fresh] = [new Map(before.map((one) => [one.key, one])), new Map(after.map((one) => [one.key, one]))]
  const changed = after.flatMap(({ key, hash, words }) => {
    const was = old.get(key)
    if (!was) return [`New: ${words}`]
    if (was.hash === hash) return []
    return [was.words === words ? `Changed: ${words}` : `Changed: ${was.words} is now ${words}`]
  })
  return [...changed, ...before.filter(({ key }) => !fresh.has(key)).map(({ words }) => `Removed: ${words}`)]
}

async function listItems(db: Db, eventId: string): Promise<RunItem[]> {
  const { days, startsAt, id } = runItems
  const found = await db
    .select()
    .from(runItems)
    .where(eq(runItems.eventId, eventId))
    .orderBy(asc(days), asc(startsAt), asc(id))
    .limit(MOST_ITEMS)
  return found.map(toItem)
}

function toItem(row: typeof runItems.$inferSelect): RunItem {
  const { createdAt: _created, updatedAt: _updated, startsAt, ...item } = row
  return { ...item, startsAt: startsAt.slice(0, 5) }
}

/** Throws `not_found`. */
async function readItem(db: Db, id: string): Promise<RunItem> {
  const [row] = await db.select().from(runItems).where(eq(runItems.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.runItem)
  return toItem(row)
}

/** Adds a line, once for each id. Throws `not_found` for the event, `invalid` for too many, and `conflict` for an id with other fields. */
export async function addRunItem(db: Db, eventId: string, item: NewRunItem, actor: Actor): Promise<Changed<RunItem>> {
  return db.transaction(async (tx) => {
    await lockEvent(tx, eventId)
    const isNew = (await tx.$count(runItems, eq(runItems.id, item.id))) === 0
    if (isNew && (await tx.$count(runItems, eq(runItems.eventId, eventId))) >= MOST_ITEMS)
      throw new Failure('invalid', `A run sheet has at most ${MOST_ITEMS} lines of its own.`)
    return createVersioned(tx, rows, { ...item, eventId }, actor)
  })
}

/** Saves the whole form of a line. Throws `not_found`, and `conflict` for a stale version. */
export async function changeRunItem(
  db: Db,
  at: ItemOf,
  { version, ...fields }: RunItemChange,
  actor: Actor,
): Promise<Changed<RunItem>> {
  await requireItem(db, at)
  return updateVersioned(db, rows, { id: at.itemId, version, fields, actor })
}

/** Deletes a line; the audit log keeps it whole. Throws `not_found`, and `conflict` for a stale version. */
export async function deleteRunItem(db: Db, at: ItemOf, version: number, actor: Actor): Promise<{ id: string }> {
  await requireItem(db, at)
  const inspect = async (_tx: Db, { title: name }: { title: string }) => ({ name, uses: { count: 0, events: [] } })
  await deleteVersioned(db, rows, { id: at.itemId, version, actor, inspect })
  return { id: at.itemId }
}

async function requireItem(db: Db, { eventId, itemId }: ItemOf): Promise<void> {
  const isTheirs = and(eq(runItems.id, itemId), eq(runItems.eventId, eventId))
  if ((await db.$count(runItems, isTheirs)) === 0) throw new Failure('not_found', NOT_FOUND.runItem)
}
