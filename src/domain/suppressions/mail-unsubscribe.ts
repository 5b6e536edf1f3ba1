import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailKind } from '#src/contract/mail-kind.ts'
import { mailKind } from '#src/contract/suppression.ts'
import type { KindStatus } from '#src/contract/unsubscribe.ts'
import { issueReusableLink, openReusableLink, UNSUBSCRIBE_LIFE } from '../links/link.ts'
import { type KeptAddress, keepAddress, suppress } from './suppression.ts'

/** What the link of such a mail holds: which mails, and whose, without the address. */
const about = z.object({ kind: mailKind, masked: z.string() })

/**
 * The token of the unsubscribe links in a mail of a kind, to an address with or without an account. It opens nothing else, so it
 * can be used any number of times. (security TL1)
 */
export function issueMailUnsubscribe(
  tx: Db,
  { email, kind }: { email: string; kind: MailKind },
  now: Instant,
): Promise<string> {
  const { emailHash: subjectId, masked } = keepAddress(email)
  const link = { purpose: 'unsubscribe-kind', subjectId, payload: { kind, masked } } as const
  return issueReusableLink(tx, { ...link, expiresAt: now + UNSUBSCRIBE_LIFE }, now)
}

/** What such a link is about, without changing anything; undefined for any other link. (security TL5) */
export async function lookAtKind(db: Db, token: string, now: Instant): Promise<KindStatus | undefined> {
  const link = await openLink(db, token, now)
  if (!link) return undefined
  const { kind, masked } = link
  return { kind, masked, isStopped: (await db.$count(suppressions, isEnded(link))) > 0 }
}

/**
 * Ends the mails of the link's kind to its address, or lets them be sent again. A second call changes nothing. False for any
 * other link. Throws `not_found` for a topic, which such mails do not have. (security TL5)
 */
export async function chooseKind(
  db: Db,
  { token, topicId, resume }: { token: string; topicId: string | null; resume: boolean },
  now: Instant,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const link = await openLink(tx, token, now)
    if (!link) return false
    if (topicId !== null) throw new Failure('not_found', LINK_DEAD)
    const { kind, emailHash, masked } = link
    if (resume) {
      const released = { releasedAt: new Date(now), releasedBy: 'link' }
      await tx.update(suppressions).set(released).where(isEnded(link))
    } else await suppress(tx, { emailHash, masked }, { reason: 'kind', kind, source: 'link' }, now)
    return true
  })
}

type KindLink = KeptAddress & { kind: MailKind }

const isEnded = ({ emailHash, kind }: KindLink) =>
  and(eq(suppressions.emailHash, emailHash), eq(suppressions.kind, kind), isNull(suppressions.releasedAt))

async function openLink(db: Db, token: string, now: Instant): Promise<KindLink | undefined> {
  const link = await openReusableLink(db, 'unsubscribe-kind', token, now)
  return link && { emailHash: link.subjectId, ...about.parse(link.payload) }
}
