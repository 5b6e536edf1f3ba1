import type { Db } from '#db/client.ts'
import { DELETED_ACCOUNT } from '#src/contract/audit-log.ts'
import { MOST_LINKS, type NewShareLink, type ShareLink, type ShareLinkInput } from '#src/contract/event-preview.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { readAdmins } from '../accounts/person.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { endSharedLink, issueSharedLink, listSharedLinks, type SharedLink, type SharedPurpose } from './shared-link.ts'

const DAY = 86_400_000

export type LinkContext = { actor: Actor; site: { siteUrl: string }; now: Instant }

/** What preview links of one kind show, and what they are called. */
export type PreviewKind = {
  purpose: SharedPurpose
  /** In the audit log: `event`. */
  subjectType: string
  /** At the beginning of a sentence: `An event`. */
  noun: string
  /** The address of a link in the site: `/preview#{token}`. */
  path: string
  /** Holds the subject until the transaction ends. Throws `not_found`. */
  lock: (tx: Db, id: string) => Promise<unknown>
  /** Throws `not_found`. */
  require: (db: Db, id: string) => Promise<unknown>
}

/**
 * A link that opens a preview for anyone who has it, until it expires. Its token is in this answer only.
 * Throws `not_found`, `conflict` for an id that is taken, and `invalid` if the subject has too many links already.
 */
export async function createPreviewLink(
  db: Db,
  kind: PreviewKind,
  subjectId: string,
  { input: { id, days, note }, context: { actor, site, now } }: { input: ShareLinkInput; context: LinkContext },
): Promise<NewShareLink> {
  const expiresAt = now + days * DAY
  const about = { purpose: kind.purpose, subjectId }
  const token = await db.transaction(async (tx) => {
    await kind.lock(tx, subjectId)
    requireRoom(await listSharedLinks(tx, about, now), id, kind.noun)
    await recordAudit(tx, actor, { ...getEntry(kind, 'share', subjectId), after: { linkId: id, note, expiresAt } })
    return issueSharedLink(tx, { ...about, id, note, by: actor.id, expiresAt }, now)
  })
  return { id, url: `${site.siteUrl}${kind.path}${token}`, expiresAt }
}

/**
 * The links to a preview that have not expired at `now`, newest first. A link whose maker is no longer an
 * admin has the reason why it opens nothing. Throws `not_found`.
 */
export async function listPreviewLinks(
  db: Db,
  { purpose, require }: PreviewKind,
  subjectId: string,
  now: Instant,
): Promise<ShareLink[]> {
  await require(db, subjectId)
  const links = await listSharedLinks(db, { purpose, subjectId }, now)
  const makers = await readAdmins(db, [...new Set(links.map((link) => link.by))], now)
  return links.map((link) => {
    const { username = null, fault = 'deleted' } = makers.get(link.by) ?? {}
    return { ...link, by: username ?? DELETED_ACCOUNT, fault }
  })
}

/** Ends a link at once. Throws `not_found` for one that no longer works. */
export async function revokePreviewLink(
  db: Db,
  kind: PreviewKind,
  { subjectId, linkId }: { subjectId: string; linkId: string },
  { actor, now }: LinkContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const link = await endSharedLink(tx, { purpose: kind.purpose, subjectId }, linkId, now)
    if (!link) throw new Failure('not_found', NOT_FOUND.link)
    const { note, expiresAt } = link
    await recordAudit(tx, actor, { ...getEntry(kind, 'unshare', subjectId), before: { linkId, note, expiresAt } })
  })
}

function getEntry({ subjectType }: PreviewKind, verb: 'share' | 'unshare', subjectId: string) {
  return { action: `${subjectType}.${verb}`, subjectType, subjectId }
}

function requireRoom(links: readonly SharedLink[], id: string, noun: string): void {
  if (links.some((link) => link.id === id)) throw new Failure('conflict', 'This link already exists.')
  if (links.length >= MOST_LINKS)
    throw new Failure('invalid', `${noun} has at most ${MOST_LINKS} links. Revoke one first.`)
}
