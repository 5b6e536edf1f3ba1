import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { enumerate } from '#src/contract/plural.ts'
import { missingForPublishing } from '#src/contract/readiness.ts'
import { requireSlug } from '#src/contract/slug.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { touchContent } from '../site/touch-content.ts'
import { presentEvent } from './event-record.ts'
import type { EventRow } from './read-event-parts.ts'
import { endShareLinks } from './share-preview.ts'
import { keepAsRedirect, lockContentRow, takeSlug } from './take-slug.ts'

/** An event after a command. `revision` is what a build must reach to show it; null when no page shows anything new. */
export type ChangedEvent = Changed<EventRecord>

/** How a command names an event: the slug on a command line, the id in an address. */
export type EventKey = string | { id: string }

/** True for the row of this event. Throws `invalid` for a slug that can be nobody's. */
export function isEvent(key: EventKey): SQL {
  return typeof key === 'string' ? eq(eventConfig.eventSlug, requireSlug(key)) : eq(eventConfig.id, key.id)
}

/** Locks the event until the transaction ends. Throws `invalid` and `not_found`. */
export async function lockEvent(tx: Db, key: EventKey): Promise<EventRow> {
  const [row] = await tx.select().from(eventConfig).where(isEvent(key)).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.event)
  return row
}

/** What a command changes. `action` names it in the audit log, `reason` in the list of builds. */
type EventChange = {
  action: string
  reason: string
  set: Partial<EventRow>
  /** Whether a page changes. By default, if visitors saw the event before or see it after. */
  isShown?: boolean
}

/**
 * Writes one change of a locked event, with everything that belongs to it: the queued build, the redirect from a slug that
 * changes, the audit entry, and the end of share links when the event is unpublished. Throws `conflict` for a slug that is not
 * free, and `invalid` for a published event that would lack what publishing needs.
 */
export async function commitChange(tx: Db, before: EventRow, change: EventChange, actor: Actor): Promise<ChangedEvent> {
  const { action, reason, set, isShown = before.isPublished || set.isPublished === true } = change
  // Locks the content too, so it comes before what another change could upset.
  const revision = isShown ? await touchContent(tx, reason, actor) : null
  if (set.eventSlug !== undefined && set.eventSlug !== before.eventSlug) await changeSlug(tx, before, set.eventSlug)
  requirePublishable(before, { ...before, ...set })
  const [after] = await tx
    .update(eventConfig)
    .set({ ...set, ...getWithdrawal(before, set, revision), version: sql`${eventConfig.version} + 1` })
    .where(eq(eventConfig.id, before.id))
    .returning()
  if (!after) throw new Failure('not_found', NOT_FOUND.event)
  if (before.isPublished && !after.isPublished) await endShareLinks(tx, before.id)
  await recordAudit(tx, actor, { action, subjectType: 'event', subjectId: before.id, before, after })
  return { item: await presentEvent(tx, after), revision }
}

/** Which build takes an event off the site that is unpublished. Until it is live, visitors still see the event. */
function getWithdrawal(
  before: EventRow,
  { isPublished }: Partial<EventRow>,
  revision: number | null,
): Partial<EventRow> {
  if (isPublished === true) return { unpublishedRevision: null }
  return before.isPublished && isPublished === false ? { unpublishedRevision: revision } : {}
}

/** Redirects point at the event, not at a slug, so they never form chains; renaming back removes its redirect. (architecture 5) */
async function changeSlug(tx: Db, row: EventRow, slug: string): Promise<void> {
  await lockContentRow(tx)
  await takeSlug(tx, slug, row.id)
  await keepAsRedirect(tx, row.eventSlug, row.id)
}

/**
 * The last check: an event that lacks something is not published, and a published event does not lose what publishing needs.
 * What it lacked before, it may still lack. Throws `invalid` with a sentence that names what is missing.
 */
function requirePublishable(before: EventRow, next: EventRow): void {
  if (!next.isPublished) return
  const lacked = before.isPublished ? missingForPublishing(before) : []
  const missing = missingForPublishing(next).filter((noun) => !lacked.includes(noun))
  if (missing.length === 0) return
  const needs = enumerate(missing)
  const sentence = before.isPublished
    ? `${before.eventSlug} is published and needs ${needs}. Unpublish it first.`
    : `${before.eventSlug} cannot be published yet. It needs ${needs}.`
  throw new Failure('invalid', sentence)
}
