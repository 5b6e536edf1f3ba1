import { hash } from 'node:crypto'
import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'

/** What the first row of all is chained to. */
const START = '0'.repeat(64)
const PAGE = 1_000

/**
 * What became of the chain. `head` is the hash of its last row: kept elsewhere, it proves later that nothing up to it was
 * taken away. `brokenAt` is the id of the first row that does not fit.
 */
export type ChainVerdict = { ok: true; rows: number; head: string } | { ok: false; brokenAt: number; reason: string }

type Link = { id: number; content: string; previousHash: string | null; hash: string | null }

/**
 * Recomputes the chain of the audit log from its first row, a page at a time. A row that was changed, taken out, put in
 * or moved is found; rows missing at the end only by whoever kept a later head. (security AZ9)
 */
export async function verifyAuditChain(db: Db): Promise<ChainVerdict> {
  let head = START
  let rows = 0
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await readPage(db, after)
    for (const link of page) {
      const reason = faultOf(link, head)
      if (reason !== undefined) return { ok: false, brokenAt: link.id, reason }
      head = link.hash ?? head
      after = link.id
      rows += 1
    }
    if (page.length < PAGE) return { ok: true, rows, head }
  }
}

/** True if a row has this hash: then a chain that holds still has all that was there when it was the head. */
export async function containsHash(db: Db, hash: string): Promise<boolean> {
  return hash === START || (await db.$count(auditLog, eq(auditLog.hash, hash))) > 0
}

/** What the hash covers is written by the same function of the database that chains; it is hashed here. */
function readPage(db: Db, after: number): Promise<Link[]> {
  const { id, previousHash, hash } = auditLog
  return db
    .select({ id, previousHash, hash, content: sql<string>`audit_content(audit_log)` })
    .from(auditLog)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(PAGE)
}

function faultOf({ content, previousHash, hash: stored }: Link, head: string): string | undefined {
  if (previousHash !== head) return 'It is not chained to the row before it: a row is missing, was put in or moved.'
  if (hash('sha256', head + content, 'hex') !== stored) return 'Its content is not what was written down.'
  return undefined
}
