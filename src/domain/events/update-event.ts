import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#db/client.ts'
import type { EventInput } from '#src/contract/event.ts'
import type { UpdateEventInput } from '#src/contract/event-record.ts'
import { Failure } from '#src/contract/failure.ts'
import { slugSchema } from '#src/contract/slug.ts'
import type { Actor } from '../audit/audit.ts'
import { requireVersion } from '../library/versioned.ts'
import { type ChangedEvent, commitChange, lockEvent } from './change-event.ts'
import { presentEvent } from './event-record.ts'
import { requireReferences } from './lock-references.ts'
import type { EventRow } from './read-event-parts.ts'

/**
 * Saves an event's fields. A new slug keeps the old one as a redirect. A save that changes nothing succeeds, so that a
 * second click or a lost reply is not a conflict. Throws `not_found`, `conflict` for a stale version or a taken slug,
 * and `invalid` for a library row that is gone or for a published event that would lack what publishing needs.
 */
export async function updateEvent(db: Db, id: string, input: UpdateEventInput, actor: Actor): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const { version, ...fields } = input
    await requireReferences(tx, fields)
    return saveFields(tx, await lockEvent(tx, { id }), { version, fields, action: 'event.update' }, actor)
  })
}

type Save = { version: number; fields: EventInput; action: string }

/** The same on a locked row, whose references are held, for a command that puts fields together itself. */
export async function saveFields(tx: Db, row: EventRow, save: Save, actor: Actor): Promise<ChangedEvent> {
  const set = withSeconds(save.fields)
  if (isDeepStrictEqual({ ...row, ...set }, row)) return { item: await presentEvent(tx, row), revision: null }
  requireVersion(row, save.version)
  return commitChange(tx, row, { action: save.action, reason: explainReason(row, set), set }, actor)
}

/** What changed, in words, for the list of builds. */
function explainReason(row: EventRow, { isPublished, eventSlug }: EventInput): string {
  if (isPublished && !row.isPublished) return `published ${eventSlug}`
  if (!isPublished && row.isPublished) return `unpublished ${row.eventSlug}`
  return eventSlug === row.eventSlug ? `edited ${eventSlug}` : `renamed ${row.eventSlug} to ${eventSlug}`
}

/** The database writes times with seconds. */
export function withSeconds<Fields extends EventInput>(fields: Fields): Fields {
  const full = (clock: string) => (clock.length === 5 ? `${clock}:00` : clock)
  return { ...fields, eventTimeStart: full(fields.eventTimeStart), eventTimeEnd: full(fields.eventTimeEnd) }
}

/**
 * Gives an event a new slug and keeps the old one as a redirect. (architecture 5)
 * Throws `not_found`, `invalid` for an unfit slug, and `conflict` for one that another event uses or once used.
 */
export async function renameEvent(db: Db, slug: string, newSlug: string, actor: Actor): Promise<ChangedEvent> {
  const fit = requireFit(newSlug)
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, slug)
    if (row.eventSlug === fit) return { item: await presentEvent(tx, row), revision: null }
    const reason = `renamed ${row.eventSlug} to ${fit}`
    const change = { action: 'event.rename', reason, set: { eventSlug: fit }, isShown: true }
    return commitChange(tx, row, change, actor)
  })
}

function requireFit(slug: string): string {
  const parsed = slugSchema.safeParse(slug)
  if (parsed.success) return parsed.data
  throw new Failure('invalid', parsed.error.issues[0]?.message ?? 'This page address cannot be used', {
    field: 'eventSlug',
  })
}
