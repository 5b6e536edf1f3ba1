import type { Db } from '#db/client.ts'
import { type AuditEntry, type AuditFilter, MOST_CSV_ROWS } from '#src/contract/audit-log.ts'
import { csvLine, firstRowsOnly } from '#src/contract/csv.ts'
import { auditRows, namesOf, toEntry, toWhere } from './read-audit-log.ts'

const PAGE = 500

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

/**
 * The log as CSV, newest first, in pieces of 500 rows, so that no more is ever held. It ends after `most` rows, and says so
 * in a line of its own if there are more. (security XS2)
 */
export async function* auditCsv(db: Db, filter: AuditFilter, most = MOST_CSV_ROWS): AsyncGenerator<string> {
  const where = await toWhere(db, filter)
  let head = csvLine(COLUMNS.map(([name]) => name))
  let before: number | undefined
  for (let left = most; left > 0; left -= PAGE) {
    const limit = Math.min(PAGE, left)
    const rows = await auditRows(db, where, { limit, before })
    yield head + (await toLines(db, rows))
    if (rows.length < limit) return
    head = ''
    before = rows.at(-1)?.id
  }
  const [next] = await auditRows(db, where, { limit: 1, before })
  if (next) yield csvLine([`${firstRowsOnly(most)} Export the entries up to ${next.at.toISOString()} separately.`])
}

async function toLines(db: Db, rows: Awaited<ReturnType<typeof auditRows>>): Promise<string> {
  const names = await namesOf(db, rows)
  return rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(toEntry(row, names))))).join('')
}
