import { max } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import type { AuditCheck } from '#src/contract/audit-log.ts'
import { toCursor } from '#src/contract/page.ts'
import { CHAIN_START, type ChainPlace, type ChainSegment, verifySegment } from './verify-audit-chain.ts'

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
