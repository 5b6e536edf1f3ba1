import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { NewShareLink, ShareLink, ShareLinkInput } from '#src/contract/event-preview.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  createPreviewLink,
  type LinkContext,
  listPreviewLinks,
  type PreviewKind,
  revokePreviewLink,
} from '../links/preview-links.ts'
import { endSharedLinks } from '../links/shared-link.ts'

const ofEvents: PreviewKind = {
  purpose: 'event-preview',
  subjectType: 'event',
  noun: 'An event',
  path: '/preview#',
  lock: (tx, id) =>
    requireEvent(tx.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.id, id)).for('update')),
  require: (db, id) => requireEvent(db.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.id, id))),
}

async function requireEvent(found: PromiseLike<unknown[]>): Promise<void> {
  if ((await found).length === 0) throw new Failure('not_found', NOT_FOUND.event)
}

/** A link that opens an event's preview for anyone who has it, until it expires. Throws as `createPreviewLink` does. */
export async function createShareLink(
  db: Db,
  eventId: string,
  input: ShareLinkInput,
  context: LinkContext,
): Promise<NewShareLink> {
  return createPreviewLink(db, ofEvents, eventId, { input, context })
}

/** The links to an event's preview that have not expired at `now`, newest first. Throws `not_found`. */
export async function listShareLinks(db: Db, eventId: string, now: Instant): Promise<ShareLink[]> {
  return listPreviewLinks(db, ofEvents, eventId, now)
}

/** Ends a link at once. Throws `not_found` for one that no longer works. */
export async function revokeShareLink(
  db: Db,
  { eventId, linkId }: { eventId: string; linkId: string },
  context: LinkContext,
): Promise<void> {
  await revokePreviewLink(db, ofEvents, { subjectId: eventId, linkId }, context)
}

/** Ends every link to an event's preview: when it is deleted or taken off the site. */
export async function endShareLinks(tx: Db, eventId: string): Promise<void> {
  await endSharedLinks(tx, { purpose: 'event-preview', subjectId: eventId })
}
