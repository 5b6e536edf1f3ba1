import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { newToken, toHash } from './link.ts'

/** Purposes of links that open any number of times and of which several can exist. */
export type SharedPurpose =
  | 'event-preview'
  | 'change-set-preview'
  | 'report-status'
  | 'logistics'
  | 'caterer'
  | 'run-sheet'
  | 'shop-order'
  | 'shop-purchasing'

type About = { purpose: SharedPurpose; subjectId: string }

/** The facts about a link, without its token. */
export type SharedLink = { id: string; note: string; by: string; createdAt: Instant; expiresAt: Instant }

/**
 * The token of a new link that works until `expiresAt`. It is not stored. `by` is the id of the person who asked for
 * it.
 */
export async function issueSharedLink(
  tx: Db,
  { purpose, subjectId, id, note, by, expiresAt }: About & Omit<SharedLink, 'createdAt'>,
  now: Instant,
): Promise<string> {
  const token = newToken()
  await tx.insert(linkTokens).values({
    hash: toHash(token),
    purpose,
    subjectId,
    payload: { id, note, by },
    expiresAt: new Date(expiresAt),
    createdAt: new Date(now),
  })
  return token
}

/** Of a row of `link_tokens`: the id of the person who made the link; null where no person did. */
export const sharedBy: SQL<string | null> =
  sql`case when ${linkTokens.payload} ->> 'by' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then (${linkTokens.payload} ->> 'by')::uuid end`

type Asked = { purpose: SharedPurpose; token: string; only?: SQL }

/**
 * The subject of a link and its note; undefined for one that is unknown, expired, revoked, made for something else, or for which `only`
 * does not hold, a condition that may use `sharedBy`. One statement. (security TL5)
 */
export async function openSharedLink(
  db: Db,
  { purpose, token, only }: Asked,
  now: Instant,
): Promise<{ subjectId: string; expiresAt: Instant; note: string } | undefined> {
  const isThis = and(eq(linkTokens.hash, toHash(token)), eq(linkTokens.purpose, purpose), isAlive(now), only)
  const { subjectId, payload, createdAt, expiresAt } = linkTokens
  const [row] = await db.select({ subjectId, payload, createdAt, expiresAt }).from(linkTokens).where(isThis)
  return row && { subjectId: row.subjectId, expiresAt: row.expiresAt.getTime(), note: toSharedLink(row).note }
}

/** The links to a subject that work at `now`, newest first. */
export async function listSharedLinks(db: Db, about: About, now: Instant): Promise<SharedLink[]> {
  const { payload, createdAt, expiresAt } = linkTokens
  const rows = await db
    .select({ payload, createdAt, expiresAt })
    .from(linkTokens)
    .where(and(isAbout(about), isAlive(now)))
    .orderBy(desc(createdAt), desc(linkTokens.hash))
  return rows.map(toSharedLink)
}

/** Ends one link and returns it; undefined if no link with that id works. */
export async function endSharedLink(tx: Db, about: About, id: string, now: Instant): Promise<SharedLink | undefined> {
  const { payload, createdAt, expiresAt } = linkTokens
  const [row] = await tx
    .update(linkTokens)
    .set({ usedAt: new Date(now) })
    .where(and(isAbout(about), isAlive(now), eq(sql`${payload} ->> 'id'`, id)))
    .returning({ payload, createdAt, expiresAt })
  return row && toSharedLink(row)
}

/** Ends every link to a subject that still works. */
export async function endSharedLinks(tx: Db, about: About): Promise<void> {
  await tx
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(and(isAbout(about), isNull(linkTokens.usedAt)))
}

function isAbout({ purpose, subjectId }: About): SQL | undefined {
  return and(eq(linkTokens.purpose, purpose), eq(linkTokens.subjectId, subjectId))
}

/** Of a row of `link_tokens`: it works at `now`, as far as the row alone says. */
export function isAlive(now: Instant): SQL | undefined {
  return and(isNull(linkTokens.usedAt), gt(linkTokens.expiresAt, new Date(now)))
}

type Row = Pick<typeof linkTokens.$inferSelect, 'payload' | 'createdAt' | 'expiresAt'>

function toSharedLink({ payload, createdAt, expiresAt }: Row): SharedLink {
  // Written by `issueSharedLink` alone.
  const { id, note, by } = payload as Pick<SharedLink, 'id' | 'note' | 'by'>
  return { id, note, by, createdAt: createdAt.getTime(), expiresAt: expiresAt.getTime() }
}
