import type { Db } from '#db/client.ts'
import { csvLine } from '#src/contract/csv.ts'
import type { Wish, WishFilter, WishPlace } from '#src/contract/wish.ts'
import { wishRows } from './list-wishes.ts'
import { toWish } from './wish-row.ts'

const PAGE = 500

const COLUMNS = [
  ['id', ({ id }) => id],
  ['title', ({ title }) => title],
  ['description', ({ description }) => description],
  ['status', ({ status }) => status],
  ['target', ({ target }) => target],
  ['reports', ({ reportCount }) => reportCount],
  ['created_from_report_id', ({ createdFromReportId }) => createdFromReportId],
  ['is_public', ({ isPublic }) => (isPublic ? 'yes' : 'no')],
  ['public_title', ({ publicTitle }) => publicTitle],
  ['public_text', ({ publicText }) => publicText],
  ['shipped_at', ({ shippedAt }) => moment(shippedAt)],
  ['created_at', ({ createdAt }) => moment(createdAt)],
  ['updated_at', ({ updatedAt }) => moment(updatedAt)],
] as const satisfies [string, (wish: Wish) => string | number | null][]

/** The wishes as CSV, in the order of their list, in pieces of 500, so that no more is ever held. (security XS2) */
export async function* wishesCsv(db: Db, filter: WishFilter): AsyncGenerator<string> {
  let head = csvLine(COLUMNS.map(([name]) => name))
  let after: WishPlace | undefined
  for (;;) {
    const rows = await wishRows(db, filter, { limit: PAGE, after })
    yield head + rows.map(({ micros: _, ...row }) => toLine(toWish(row))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    head = ''
    after = [last.status, filter.status === 'shipped' ? last.micros : last.displayOrder, last.id]
  }
}

const toLine = (wish: Wish) => csvLine(COLUMNS.map(([, cell]) => cell(wish)))
const moment = (at: number | null) => at && new Date(at).toISOString()
