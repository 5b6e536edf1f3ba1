import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventAgenda } from '#db/schema/events.ts'
import { runSheets } from '#db/schema/logistics.ts'
import { formatClock, formatDay, formatTimeRange } from '#src/contract/event-dates.ts'
import type { Instant, PlainClock, PlainDay } from '#src/contract/instant.ts'
import { type Answers, contactLine, type PersonRow } from '#src/contract/logistics.ts'
import type { Delivery } from '#src/contract/logistics-board.ts'
import { LOGISTICS_ROLES } from '#src/contract/logistics-sections.ts'
import { plural } from '#src/contract/plural.ts'
import { type RunItem, type RunSheet, type SheetContent, type SheetLine, slotClock } from '#src/contract/run-sheet.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import { type EventRow, toEventConfig } from '../events/read-event-parts.ts'
import { countPickups } from '../shop-orders/pickup-list.ts'
import { requireEvent } from './board.ts'
import { listDeliveries } from './deliveries.ts'
import { readContactOf } from './event-contact.ts'
import { listNames, readAnswersOf } from './people.ts'
import { readShared } from './read-form.ts'
import { listItems } from './run-items.ts'
import { compareLines, toStoredLines } from './sheet-changes.ts'

/** The run sheet of an event as it is now, and what has changed since the newest printed revision. Throws `not_found`. */
export async function readRunSheet(db: Db, eventId: string, now: Instant): Promise<RunSheet> {
  const content = await readContent(db, await requireEvent(db, eventId))
  const [printed] = await db.select().from(runSheets).where(eq(runSheets.eventId, eventId))
  return {
    ...content,
    now,
    items: await listItems(db, eventId),
    revision: printed?.revision ?? null,
    changes: printed ? compareLines(printed.lines, toStoredLines(content)) : [],
  }
}

/** Everything that a print of an event's run sheet says. */
export async function readContent(db: Db, event: EventRow): Promise<SheetContent> {
  const people = await readTravellers(db, event.id)
  const contact = await readContactOf(db, event.id)
  return {
    event: {
      name: event.eventName,
      day: event.eventDate,
      times: formatTimeRange(toEventConfig(event)),
      zone: event.eventTimezone,
      venue: [event.venueName, event.venueAddress].filter(Boolean).join(', '),
      isCancelled: event.status === 'cancelled',
    },
    lines: await readLines(db, event, people),
    roles: LOGISTICS_ROLES.map((role) => ({
      role,
      people: people
        .filter((one) => one.role === role)
        .map(({ id, name, answers }) => ({ id, name, arrival: arrivalOf(answers) })),
    })).filter((group) => group.people.length > 0),
    shared: (await readShared(db, event.id)).flatMap(({ key, ...one }) => (key === 'contact' ? [] : [one])),
    contact: contact && contactLine(contact),
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
async function readLines(db: Db, event: EventRow, travellers: readonly Traveller[]): Promise<SheetLine[]> {
  const roleOf = new Map(travellers.map(({ id, role }) => [id, role]))
  const lines = [
    ...(await readAgendaLines(db, event)),
    ...travellers.flatMap(toArrival),
    ...(await listDeliveries(db, event.id)).flatMap((one) =>
      toDeliveryLine(one, roleOf.get(one.personId ?? '') ?? null),
    ),
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
    const line = { key: `agenda:${slotId}`, kind: 'agenda', role: null, day: eventDate, clock, minutes: null } as const
    return { ...line, title, detail: begins === undefined ? timeSlot : '', owner: null }
  })
}

function toArrival({ id, name, role, answers }: Traveller): SheetLine[] {
  const day = say(answers, 'arrivalDate')
  if (day === '') return []
  const line = { key: `arrival:${id}`, kind: 'arrival', role, day, clock: say(answers, 'arrivalTime') || null } as const
  const detail = [say(answers, 'arrivalBy'), say(answers, 'hotel')].filter(Boolean).join(', ')
  return [{ ...line, minutes: null, title: `${name} arrives`, detail, owner: null }]
}

function toDeliveryLine(
  { id, title, expectedOn, expectedAt, receivedAt, ...delivery }: Delivery,
  role: SheetLine['role'],
): SheetLine[] {
  if (expectedOn === null) return []
  const { pieces, carrier, tracking, storage, personName } = delivery
  const state = receivedAt === null ? null : `received${storage ? `, kept in ${storage}` : ''}`
  const detail = [plural(pieces, 'piece'), carrier, tracking, state].filter(Boolean).join(', ')
  const line = { key: `delivery:${id}`, kind: 'delivery', role, day: expectedOn, clock: expectedAt } as const
  return [{ ...line, minutes: null, title: `Delivery: ${title}`, detail, owner: personName }]
}

function toItemLine({ id, kind, days, startsAt, minutes, title, owner }: RunItem, eventDay: PlainDay): SheetLine {
  const line = { key: `item:${id}`, kind, role: null, day: addDays(eventDay, days), clock: startsAt, minutes }
  return { ...line, title, detail: '', owner }
}

/** Orders of the shop that wait for their buyers, from the beginning of the event on. */
/** As many orders as the list of pick-ups has that are not handed over. */
function toPickupLine(
  { eventDate, eventTimeStart }: EventRow,
  { open, short }: Awaited<ReturnType<typeof countPickups>>,
): SheetLine[] {
  if (open === 0) return []
  const detail = short === 0 ? '' : `${short} of them out of stock`
  const line = {
    key: 'pickup',
    kind: 'pickup',
    role: null,
    day: eventDate,
    clock: eventTimeStart?.slice(0, 5) ?? null,
  } as const
  return [{ ...line, minutes: null, title: `${plural(open, 'order')} to hand over`, detail, owner: null }]
}
