import { hash, randomBytes } from 'node:crypto'
import { and, count, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What a link in a mail is for, and how long it works, in milliseconds. (security TL4) */
export const LINK_LIVES = { 'confirm-email': 24 * HOUR, 'password-reset': 60 * MINUTE } as const
export type LinkPurpose = keyof typeof LINK_LIVES

type Link = { purpose: LinkPurpose; subjectId: string }

const TOKEN_BYTES = 32

/** The token of a new link, which is stored nowhere; older ones of the same purpose and subject die. (security TL1, TL4) */
export async function issueLink(tx: Db, link: Link, now: Instant): Promise<string> {
  await endLinks(tx, link, now)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now + LINK_LIVES[link.purpose])
  await tx.insert(linkTokens).values({ ...link, hash: hashOf(token), expiresAt, createdAt: new Date(now) })
  return token
}

/**
 * Uses a link up and tells its subject; undefined for one that is unknown, over, used or made for something else. One
 * statement, so that of many at the same time exactly one succeeds. (security TL3, TL5)
 */
export async function consumeLink(
  tx: Db,
  purpose: LinkPurpose,
  token: string,
  now: Instant,
): Promise<string | undefined> {
  const [row] = await tx
    .update(linkTokens)
    .set({ usedAt: new Date(now) })
    .where(
      and(
        eq(linkTokens.hash, hashOf(token)),
        eq(linkTokens.purpose, purpose),
        isNull(linkTokens.usedAt),
        gt(linkTokens.expiresAt, new Date(now)),
      ),
    )
    .returning({ subjectId: linkTokens.subjectId })
  return row?.subjectId
}

/** Ends every link of this purpose to this subject that was not used. */
export async function endLinks(tx: Db, { purpose, subjectId }: Link, now: Instant): Promise<void> {
  const isOpen = and(eq(linkTokens.purpose, purpose), eq(linkTokens.subjectId, subjectId), isNull(linkTokens.usedAt))
  await tx
    .update(linkTokens)
    .set({ usedAt: new Date(now) })
    .where(isOpen)
}

/** How many links were issued after `since`. */
export async function countLinks(tx: Db, { purpose, subjectId }: Link, since: Instant): Promise<number> {
  const isRecent = and(
    eq(linkTokens.purpose, purpose),
    eq(linkTokens.subjectId, subjectId),
    gt(linkTokens.createdAt, new Date(since)),
  )
  const [row] = await tx.select({ issued: count() }).from(linkTokens).where(isRecent)
  return row?.issued ?? 0
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex')
}
