import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { DELETED_ACCOUNT } from '#src/contract/audit-log.ts'
import { MOST_LINKS, type NewShareLink, type ShareLink, type ShareLinkInput } from '#src/contract/event-preview.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { readAdmins } from '../accounts/person.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import {
  endSharedLink,
  endSharedLinks,
  issueSharedLink,
  listSharedLinks,
  type SharedLink,
} from '../links/shared-link.ts'

const DAY = 86_400_000

type LinkContext = { actor: Actor; site: { siteUrl: string }; now: Instant }

/**
 * A link that opens an event's preview for anyone who has it, until it expires. Its token is in this answer only.
 * Throws `not_found`, `conflict` for an id that is taken, and `invalid` if the event has too many links already.
 */
export async function createShareLink(
  db: Db,
  eventId: string,
  { id, days, note }: ShareLinkInput,
  { actor, site, now }: LinkContext,
): Promise<NewShareLink> {
  const expiresAt = now + days * DAY
  const token = await db.transaction(async (tx) => {
    await lockEventRow(tx, eventId)
    requireRoom(await listSharedLinks(tx, aboutEvent(eventId), now), id)
    await recordAudit(tx, actor, { ...getEntry('share', eventId), after: { linkId: id, note, expiresAt } })
    return issueSharedLink(tx, { ...aboutEvent(eventId), id, note, by: actor.id, expiresAt }, now)
  })
  return { id, url: `${site.siteUrl}/preview#${token}`, expiresAt }
}

/**
 * The links to an event's preview that have not expired at `now`, newest first. A link whose maker is no longer an
 * admin has the reason why it opens nothing. Throws `not_found`.
 */
export async function listShareLinks(db: Db, eventId: string, now: Instant): Promise<ShareLink[]> {
  const [event] = await db.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!event) throw new Failure('not_found', NOT_FOUND.event)
  const links = await listSharedLinks(db, aboutEvent(eventId), now)
  const makers = await readAdmins(db, [...new Set(links.map((link) => link.by))], now)
  return links.map((link) => {
    const { username = null, fault = 'deleted' } = makers.get(link.by) ?? {}
    return { ...link, by: username ?? DELETED_ACCOUNT, fault }
  })
}

/** Ends a link at once. Throws `not_found` for one that no longer works. */
export async function revokeShareLink(
  db: Db,
  { eventId, linkId }: { eventId: string; linkId: string },
  { actor, now }: LinkContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const link = await endSharedLink(tx, aboutEvent(eventId), linkId, now)
    if (!link) throw new Failure('not_found', NOT_FOUND.link)
    const { note, expiresAt } = link
    await recordAudit(tx, actor, { ...getEntry('unshare', eventId), before: { linkId, note, expiresAt } })
  })
}

/** Ends every link to an event's preview: when it is deleted or taken off the site. */
export async function endShareLinks(tx: Db, eventId: string): Promise<void> {
  await endSharedLinks(tx, aboutEvent(eventId))
}

function aboutEvent(eventId: string) {
  return { purpose: 'event-preview' as const, subjectId: eventId }
}

function getEntry(verb: 'share' | 'unshare', eventId: string) {
  return { action: `event.${verb}`, subjectType: 'event', subjectId: eventId }
}

async function lockEventRow(tx: Db, id: string): Promise<void> {
  const isThis = eq(eventConfig.id, id)
  const [row] = await tx.select({ id: eventConfig.id }).from(eventConfig).where(isThis).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.event)
}

function requireRoom(links: readonly SharedLink[], id: string): void {
  if (links.some((link) => link.id === id)) throw new Failure('conflict', 'This link already exists.')
  if (links.length >= MOST_LINKS)
    throw new Failure('invalid', `An event has at most ${MOST_LINKS} links. Revoke one first.`)
}
