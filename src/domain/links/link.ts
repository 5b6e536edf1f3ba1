import { hash, randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'

const TOKEN_BYTES = 32

/** The secret of a new link. It cannot be guessed and is not stored. (security TL1) */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored of a token: its SHA-256 in hex. */
export function toHash(token: string): string {
  return hash('sha256', token, 'hex')
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What a link in a mail is for, and how long it works, in milliseconds. (security TL4) */
export const LINK_LIVES = {
  'confirm-email': 24 * HOUR,
  'change-email': 24 * HOUR,
  'password-reset': 60 * MINUTE,
  'end-code-lock': 24 * HOUR,
  'verify-report': 24 * HOUR,
  'vendor-sign-in': 15 * MINUTE,
  'vendor-invite': 14 * 24 * HOUR,
} as const
export type LinkPurpose = keyof typeof LINK_LIVES

type Link = { purpose: LinkPurpose; subjectId: string }

/** The token of a new link, which is not stored; older links of the same purpose and subject end. (security TL1, TL4) */
export async function issueLink(tx: Db, link: Link & { payload?: object }, now: Instant): Promise<string> {
  await endLinks(tx, link, now)
  return addLink(tx, link, now)
}

/** The same without ending older links. */
export async function addLink(tx: Db, link: Link & { payload?: object }, now: Instant): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now + LINK_LIVES[link.purpose])
  await tx.insert(linkTokens).values({ ...link, hash: toHash(token), expiresAt, createdAt: new Date(now) })
  return token
}

/** What a link is about. `payload` is what it was issued with. */
export type Redeemed = { subjectId: string; payload: unknown }

/**
 * Uses a link and returns its subject; undefined for one that is unknown, expired, used or made for something
 * else. One statement, so that of many simultaneous attempts exactly one succeeds. (security TL3, TL5)
 */
export async function redeemLink(
  tx: Db,
  purpose: LinkPurpose,
  token: string,
  now: Instant,
): Promise<Redeemed | undefined> {
  const [row] = await tx
    .update(linkTokens)
    .set({ usedAt: new Date(now) })
    .where(
      and(
        eq(linkTokens.hash, toHash(token)),
        eq(linkTokens.purpose, purpose),
        isNull(linkTokens.usedAt),
        gt(linkTokens.expiresAt, new Date(now)),
      ),
    )
    .returning({ subjectId: linkTokens.subjectId, payload: linkTokens.payload })
  return row
}

/** The subject of a link, used or not, without using or locking it; undefined for one that is unknown or made for something else. */
export async function findSubject(db: Db, purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const isThis = and(eq(linkTokens.hash, toHash(token)), eq(linkTokens.purpose, purpose))
  const [row] = await db.select({ subjectId: linkTokens.subjectId }).from(linkTokens).where(isThis)
  return row?.subjectId
}

/** A link that has not expired, used or not, without using or locking it; undefined for one that is unknown or made for something else. */
export async function peekLink(
  db: Db,
  purpose: LinkPurpose,
  token: string,
  now: Instant,
): Promise<(Redeemed & { isUsed: boolean }) | undefined> {
  const isThis = and(eq(linkTokens.hash, toHash(token)), eq(linkTokens.purpose, purpose))
  const [row] = await db
    .select({ subjectId: linkTokens.subjectId, payload: linkTokens.payload, usedAt: linkTokens.usedAt })
    .from(linkTokens)
    .where(and(isThis, gt(linkTokens.expiresAt, new Date(now))))
  return row && { subjectId: row.subjectId, payload: row.payload, isUsed: row.usedAt !== null }
}

/** The link of this purpose to this subject that still works, without using it. */
export async function openLink(
  db: Db,
  { purpose, subjectId }: Link,
  now: Instant,
): Promise<{ payload: unknown } | undefined> {
  const isOpen = and(
    eq(linkTokens.purpose, purpose),
    eq(linkTokens.subjectId, subjectId),
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, new Date(now)),
  )
  const [row] = await db
    .select({ payload: linkTokens.payload })
    .from(linkTokens)
    .where(isOpen)
    .orderBy(desc(linkTokens.createdAt))
    .limit(1)
  return row
}

/** Ends every link of this purpose to this subject that was not used. */
export async function endLinks(tx: Db, { purpose, subjectId }: Link, now: Instant): Promise<void> {
  const isOpen = and(eq(linkTokens.purpose, purpose), eq(linkTokens.subjectId, subjectId), isNull(linkTokens.usedAt))
  await tx
    .update(linkTokens)
    .set({ usedAt: new Date(now) })
    .where(isOpen)
}

/** Removes every link of this purpose to this subject with all it was issued with; how many of them still worked. */
export async function removeLinks(tx: Db, { purpose, subjectId }: Link, now: Instant): Promise<number> {
  const removed = await tx
    .delete(linkTokens)
    .where(and(eq(linkTokens.purpose, purpose), eq(linkTokens.subjectId, subjectId)))
    .returning({ usedAt: linkTokens.usedAt, expiresAt: linkTokens.expiresAt })
  return removed.filter(({ usedAt, expiresAt }) => usedAt === null && expiresAt.getTime() > now).length
}

/** Ends every link to this subject that was not used, whatever it is for. */
export async function endLinksFor(tx: Db, subjectId: string, now: Instant): Promise<void> {
  await tx
    .update(linkTokens)
    .set({ usedAt: new Date(now) })
    .where(and(eq(linkTokens.subjectId, subjectId), isNull(linkTokens.usedAt)))
}

/** Links that a subject is mailed at most within so many milliseconds, if everybody may ask for them. (security AN4) */
const MOST_MAILED = [
  { most: 1, span: MINUTE },
  { most: 3, span: HOUR },
  { most: 6, span: 24 * HOUR },
] as const

/** Whether one more link of this purpose may be mailed to this subject now: one a minute, three an hour, six a day. */
export async function mayIssueLink(tx: Db, link: Link, now: Instant): Promise<boolean> {
  for (const { most, span } of MOST_MAILED) if ((await countLinks(tx, link, now - span)) >= most) return false
  return true
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

/** Purposes of links that work any number of times until they expire, whatever else happens to the account. */
type ReusablePurpose = 'unsubscribe' | 'unsubscribe-kind'

/** How long the links of a mail that end such mails work, in milliseconds. */
export const UNSUBSCRIBE_LIFE = 180 * 24 * HOUR

type NewReusableLink = { purpose: ReusablePurpose; subjectId: string; payload: object; expiresAt: Instant }

/** The token of a new link, which is stored nowhere. (security TL1) */
export async function issueReusableLink(
  tx: Db,
  { expiresAt, ...link }: NewReusableLink,
  now: Instant,
): Promise<string> {
  const token = newToken()
  const times = { expiresAt: new Date(expiresAt), createdAt: new Date(now) }
  await tx.insert(linkTokens).values({ ...link, ...times, hash: toHash(token) })
  return token
}

/** The subject of a link; undefined for one that is unknown, expired or made for something else. (security TL5) */
export async function openReusableLink(
  db: Db,
  purpose: ReusablePurpose,
  token: string,
  now: Instant,
): Promise<{ subjectId: string; payload: unknown } | undefined> {
  const isThis = and(eq(linkTokens.hash, toHash(token)), eq(linkTokens.purpose, purpose))
  const [row] = await db
    .select({ subjectId: linkTokens.subjectId, payload: linkTokens.payload })
    .from(linkTokens)
    .where(and(isThis, gt(linkTokens.expiresAt, new Date(now))))
  return row
}
