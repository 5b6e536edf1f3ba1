import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import type { AuditEntry, AuditedRow, AuditFilter, AuditLine } from '#src/contract/audit-log.ts'
import { csvFile, MOST_CSV, type MostCsv } from '#src/contract/csv.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { actorName, readActorId, readUsernames, type Usernames } from './actor-names.ts'

type AuditRow = typeof auditLog.$inferSelect

/** A page of the log, newest first. Reading is not recorded. */
export async function listAuditLog(db: Db, filter: AuditFilter, ask: PageQuery<[number]>): Promise<Page<AuditLine>> {
  const { limit, after } = ask
  const rows = await auditRows(db, await toWhere(db, filter), { limit: limit + 1, before: after?.[0] })
  const names = await getNames(db, rows)
  return toPage(rows, { limit, toItem: (row) => toLine(row, names), getPlace: ({ id }) => [id] })
}

/** One entry whole. Throws `not_found`. */
export async function readAuditEntry(db: Db, id: string): Promise<AuditEntry> {
  const known = z.coerce.number().pipe(z.int().min(1)).safeParse(id)
  const [row] = known.success ? await db.select().from(auditLog).where(eq(auditLog.id, known.data)) : []
  if (!row) throw new Failure('not_found', NOT_FOUND.auditEntry)
  return toEntry(row, await getNames(db, [row]))
}

/** Every action that was ever recorded, by name. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const result: unknown = await db.execute(distinctActions())
  return z
    .object({ rows: z.array(z.object({ action: z.string() })) })
    .parse(result)
    .rows.map(({ action }) => action)
}

/** The filter in the words of the log's columns: the actor's id, and each action that begins as asked. */
async function toWhere(db: Db, { actor, action, ...rest }: AuditFilter): Promise<AuditWhere> {
  return {
    ...rest,
    ...(actor !== undefined && { actor: await readActorId(db, actor) }),
    ...(action !== undefined && { actions: await toActions(db, action) }),
  }
}

async function toActions(db: Db, action: string): Promise<string[]> {
  if (!action.endsWith('.')) return [action]
  return (await listAuditActions(db)).filter((known) => known.startsWith(action))
}

/** Usernames of the people in these rows, as actors or subjects. */
function getNames(db: Db, rows: readonly AuditRow[]): Promise<Usernames> {
  return readUsernames(
    db,
    rows.flatMap(({ actor, subjectType, subjectId }) => (isAccount(subjectType) ? [actor, subjectId] : [actor])),
  )
}

function toEntry(row: AuditRow, names: Usernames): AuditEntry {
  const { address, requestId, hash } = row
  return { ...toLine(row, names), address, requestId, hash }
}

function toLine(row: AuditRow, names: Usernames): AuditLine {
  const { id, at, actor, action, subjectType, subjectId, before, after } = row
  return {
    id,
    at: at.getTime(),
    actor,
    actorName: actorName(names, actor),
    action,
    subjectType,
    subjectId,
    subjectName: isAccount(subjectType) ? (names.get(subjectId) ?? null) : null,
    before: toAudited(before),
    after: toAudited(after),
  }
}

const isAccount = (subjectType: string) => subjectType === 'account' || subjectType === 'user'

/** Entries contain only objects; an older row that does not is shown as it is. */
function toAudited(value: unknown): AuditedRow | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value }
}

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

/** Rows are numbered in the order of time, except after a clock was set back, presumably by less than this. */
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

/** Every action in the log, by name: looks each next one up in the index instead of reading all rows. */
export function distinctActions(): SQL {
  return sql`with recursive found as (
    (select action from ${auditLog} order by action limit 1)
    union all
    (select (select action from ${auditLog} where action > found.action order by action limit 1) from found
      where found.action is not null)
  ) select action from found where action is not null`
}

const COLUMNS = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => new Date(at).toISOString()],
  ['actor', ({ actor }) => actor],
  ['actor_name', ({ actorName }) => actorName],
  ['action', ({ action }) => action],
  ['subject_type', ({ subjectType }) => subjectType],
  ['subject_id', ({ subjectId }) => subjectId],
  ['before', ({ before }) => before && JSON.stringify(before)],
  ['after', ({ after }) => after && JSON.stringify(after)],
  ['address', ({ address }) => address],
  ['request_id', ({ requestId }) => requestId],
  ['hash', ({ hash }) => hash],
] as const satisfies [string, (entry: AuditEntry) => string | number | null][]

/** The log as CSV, newest first. (security XS2) */
export async function* auditCsv(db: Db, filter: AuditFilter, most: MostCsv = MOST_CSV): AsyncGenerator<string> {
  const where = await toWhere(db, filter)
  yield* csvFile<AuditEntry>({
    columns: COLUMNS,
    read: async (limit, last) => {
      const rows = await auditRows(db, where, { limit, before: last?.id })
      const names = await getNames(db, rows)
      return rows.map((row) => toEntry(row, names))
    },
    howToContinue: ({ at }) => `Export the entries up to ${new Date(at).toISOString()} separately.`,
    most,
  })
}
