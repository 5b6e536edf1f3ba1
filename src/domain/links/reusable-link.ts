import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { hashOf, newToken } from './token.ts'

/** What a link may be for that works as often as it is asked until its time is over, whatever else befalls the account. */
type ReusablePurpose = 'unsubscribe'

type NewReusableLink = { purpose: ReusablePurpose; subjectId: string; payload: object; expiresAt: Instant }

/** The token of a new link, which is stored nowhere. (security TL1) */
export async function issueReusableLink(
  tx: Db,
  { expiresAt, ...link }: NewReusableLink,
  now: Instant,
): Promise<string> {
  const token = newToken()
  const times = { expiresAt: new Date(expiresAt), createdAt: new Date(now) }
  await tx.insert(linkTokens).values({ ...link, ...times, hash: hashOf(token) })
  return token
}

/** What a link is about; undefined for one that is unknown, over or made for something else. (security TL5) */
export async function openReusableLink(
  db: Db,
  purpose: ReusablePurpose,
  token: string,
  now: Instant,
): Promise<{ subjectId: string; payload: unknown } | undefined> {
  const isThis = and(eq(linkTokens.hash, hashOf(token)), eq(linkTokens.purpose, purpose))
  const [row] = await db
    .select({ subjectId: linkTokens.subjectId, payload: linkTokens.payload })
    .from(linkTokens)
    .where(and(isThis, gt(linkTokens.expiresAt, new Date(now))))
  return row
}
