import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import type { AuditFilter } from '#src/contract/audit-log.ts'
import type { Instant } from '#src/contract/instant.ts'

/** The filter as the log's own columns have it: an actor by id, actions one by one. */
export type AuditWhere = Omit<AuditFilter, 'action'> & { actions?: readonly string[] }

/** Rows of the log, newest first: those before an id, where there is one. Each filter has an index. */
export function auditRows(
  db: Db,
  where: AuditWhere,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  return db
    .select()
    .from(auditLog)
    .where(and(...conditions(where), before === undefined ? undefined : lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(limit)
}

function conditions({ actor, actions, subjectType, subjectId, from, until }: AuditWhere): (SQL | undefined)[] {
  return [
    actor === undefined ? undefined : eq(auditLog.actor, actor),
    actions && inArray(auditLog.action, [...actions]),
    subjectType === undefined ? undefined : eq(auditLog.subjectType, subjectType),
    subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId),
    ...(from === undefined ? [] : since(from)),
    ...(until === undefined ? [] : before(until)),
  ]
}

/** Rows are numbered in the order of time, but for a clock that was set back: by less than this, we take it. */
const SKEW = sql`interval '1 hour'`

/**
 * The moment, and the number from which on rows can be so late: with it every other filter's index narrows by time too.
 * The index `audit_log_at` has its nulls last, though there are none: an order that does not say so is not its order.
 */
function since(from: Instant): SQL[] {
  const at = new Date(from)
  const first = sql`(select id from ${auditLog} where at >= ${at.toISOString()}::timestamptz - ${SKEW} order by at nulls first, id nulls first limit 1)`
  return [gte(auditLog.at, at), sql`${auditLog.id} >= ${first}`]
}

function before(until: Instant): SQL[] {
  const at = new Date(until)
  const last = sql`(select id from ${auditLog} where at < ${at.toISOString()}::timestamptz + ${SKEW} order by at desc nulls last, id desc nulls last limit 1)`
  return [lt(auditLog.at, at), sql`${auditLog.id} <= ${last}`]
}

/** Every action that stands in the log, by its name: the index is asked for one after the other, not for all rows. */
export function distinctActions(): SQL {
  return sql`with recursive found as (
    (select action from ${auditLog} order by action limit 1)
    union all
    (select (select action from ${auditLog} where action > found.action order by action limit 1) from found
      where found.action is not null)
  ) select action from found where action is not null`
}
