import { hash } from 'node:crypto'
import { asc, desc, eq, gt, lt, max, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import { type AuditCheck, CONTENT_CHANGED } from '#src/contract/audit-log.ts'
import { toCursor } from '#src/contract/page.ts'

/** What the first row of all is chained to. */
const START = '0'.repeat(64)
const PAGE = 1_000

/**
 * The state of the chain. `head` is the hash of its last row: kept elsewhere, it proves later that nothing up to it was
 * removed. `brokenAt` is the id of the first row that does not match.
 */
type ChainVerdict = { ok: true; rows: number; head: string } | { ok: false; brokenAt: number; reason: string }

/** A place in the chain: the last row that was checked, its hash, and how many were. */
type ChainPlace = { after: number; head: string; rows: number }

/** Before the first row. */
const CHAIN_START: ChainPlace = { after: Number.MIN_SAFE_INTEGER, head: START, rows: 0 }

/** The state of a segment of the chain. */
type ChainSegment =
  | ({ ok: true; isEnd: boolean } & ChainPlace)
  | { ok: false; rows: number; brokenAt: number; reason: string }

type Link = { id: number; content: string; previousHash: string | null; hash: string | null }

/**
 * Recomputes the chain of the audit log from its first row, a page at a time. Finds rows that were changed, removed,
 * added or moved; rows missing at the end are found only with a later head that was kept elsewhere. (security AZ9)
 */
export async function verifyAuditChain(db: Db): Promise<ChainVerdict> {
  for (let place = CHAIN_START; ; ) {
    const segment = await verifySegment(db, place)
    if (!segment.ok) return { ok: false, brokenAt: segment.brokenAt, reason: segment.reason }
    if (segment.isEnd) return { ok: true, rows: segment.rows, head: segment.head }
    place = segment
  }
}

/** The same for the next rows alone, at most 1,000, so that no request waits for all of them at once. */
async function verifySegment(db: Db, place: ChainPlace): Promise<ChainSegment> {
  const links = await readLinks(db, place.after)
  let { after, head, rows } = place
  for (const link of links) {
    const reason = getFault(link, head)
    if (reason !== undefined) return { ok: false, rows, brokenAt: link.id, reason }
    head = link.hash ?? head
    after = link.id
    rows += 1
  }
  return { ok: true, isEnd: links.length < PAGE, after, head, rows }
}

/**
 * True if a row has this hash: then an unbroken chain still has every row up to it. The row is found
 * through the row after it, which contains the hash and has an index on it.
 */
export async function containsHash(db: Db, wanted: string): Promise<boolean> {
  if (wanted === START || (await hashBefore(db)) === wanted) return true
  const [next] = await db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.previousHash, wanted))
  return next !== undefined && (await hashBefore(db, next.id)) === wanted
}

/** The hash of the last row before this one, or of all. */
async function hashBefore(db: Db, id?: number): Promise<string | null | undefined> {
  const [row] = await db
    .select({ hash: auditLog.hash })
    .from(auditLog)
    .where(id === undefined ? undefined : lt(auditLog.id, id))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row?.hash
}

/** What the hash covers is written by the same function of the database that chains; it is hashed here. */
function readLinks(db: Db, after: number): Promise<Link[]> {
  const { id, previousHash, hash } = auditLog
  return db
    .select({ id, previousHash, hash, content: sql<string>`audit_content(audit_log)` })
    .from(auditLog)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(PAGE)
}

function getFault({ content, previousHash, hash: stored }: Link, head: string): string | undefined {
  if (previousHash !== head) return 'It is not chained to the entry before it. An entry was removed, inserted or moved.'
  if (hash('sha256', head + content, 'hex') !== stored) return CONTENT_CHANGED
  return undefined
}

/** Stretches one call checks: 5,000 rows, well within the time an answer has. */
const SEGMENTS = 5

/** Checks the next part of the chain; `place` is where the part before ended. (security AZ9) */
export async function checkAuditChain(db: Db, place: ChainPlace = CHAIN_START): Promise<AuditCheck> {
  let segment: ChainSegment = { ok: true, isEnd: false, ...place }
  for (let left = SEGMENTS; left > 0 && segment.ok && !segment.isEnd; left -= 1) {
    segment = await verifySegment(db, segment)
  }
  if (!segment.ok) return { isWhole: false, rows: segment.rows, brokenAt: segment.brokenAt, reason: segment.reason }
  const { isEnd, after, head, rows } = segment
  const [found] = await db.select({ last: max(auditLog.id) }).from(auditLog)
  const last = found?.last ?? 0
  const reached = Math.max(after, 0)
  return { isWhole: true, rows, head, reached, last, nextCursor: isEnd ? null : toCursor([after, head, rows]) }
}
