import { hash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { type EventPart, type EventPartKind, type EventParts, MOST_PARTS } from '#src/contract/event-parts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'

/** The differences between the three lists of an event: their rows and their names. */
export type PartKind<Part extends EventPart> = {
  kind: EventPartKind
  /** One of them, and more of them, for a sentence. */
  noun: string
  nouns: string
  /** The whole list, active and inactive, in order. */
  read: (db: Db, eventId: string) => Promise<Part[]>
  /** Stores new rows and changes present ones; the ids that are now as said. A row of another event is left alone. */
  save: (tx: Db, eventId: string, parts: Part[]) => Promise<string[]>
  remove: (tx: Db, eventId: string, ids: string[]) => Promise<void>
  getName: (part: Part) => string
}

export type PartsEvent = EventParts<EventPart>['event']

const { id, eventName, eventSlug, isPublished } = eventConfig

/** One list of an event with the event it belongs to. Throws `not_found` 'Event not found.'. */
export async function readEventParts<Part extends EventPart>(
  db: Db,
  kind: PartKind<Part>,
  eventId: string,
): Promise<EventParts<Part>> {
  const [event] = await db.select({ id, eventName, eventSlug, isPublished }).from(eventConfig).where(eq(id, eventId))
  return toEventParts(found(event), await kind.read(db, eventId))
}

/** The event, locked until the transaction ends: its lists change one after the other. Throws `not_found`. */
export async function lockPartsEvent(tx: Db, eventId: string): Promise<PartsEvent> {
  const [event] = await tx
    .select({ id, eventName, eventSlug, isPublished })
    .from(eventConfig)
    .where(eq(id, eventId))
    .for('update')
  return found(event)
}

export function toEventParts<Part extends EventPart>(event: PartsEvent, items: Part[]): EventParts<Part> {
  return { event, items, version: getVersion(items) }
}

/** A key for a value: equal values have the same key, different ones a different key. */
export function getVersion(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'hex').slice(0, 32)
}

/** The entry of this id. Throws `not_found`. */
export function findPart<Part extends EventPart>(kind: PartKind<Part>, parts: readonly Part[], id: string): Part {
  const part = parts.find((one) => one.id === id)
  if (!part) throw new Failure('not_found', `This ${kind.noun} is not part of the event.`)
  return part
}

/** The sentence for a list that is full. */
export function tooMany({ nouns }: { nouns: string }): string {
  return `An event has at most ${MOST_PARTS} ${nouns}.`
}

function found(event: PartsEvent | undefined): PartsEvent {
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  return event
}
