import { max } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import type { AuditCheck } from '#src/contract/audit-log.ts'
import { toCursor } from '#src/contract/page.ts'
import { CHAIN_START, type ChainPlace, type ChainStretch, verifyStretch } from './verify-audit-chain.ts'

/** Stretches one call checks: 5,000 rows, well within the time an answer has. */
const STRETCHES = 5

/** Checks the next part of the chain; `place` is where the part before ended. (security AZ9) */
export async function checkAuditChain(db: Db, place: ChainPlace = CHAIN_START): Promise<AuditCheck> {
  let stretch: ChainStretch = { ok: true, isEnd: false, ...place }
  for (let left = STRETCHES; left > 0 && stretch.ok && !stretch.isEnd; left -= 1) {
    stretch = await verifyStretch(db, stretch)
  }
  if (!stretch.ok) return { isWhole: false, rows: stretch.rows, brokenAt: stretch.brokenAt, reason: stretch.reason }
  const { isEnd, after, head, rows } = stretch
  const [found] = await db.select({ last: max(auditLog.id) }).from(auditLog)
  const last = found?.last ?? 0
  const reached = Math.max(after, 0)
  return { isWhole: true, rows, head, reached, last, nextCursor: isEnd ? null : toCursor([after, head, rows]) }
}
