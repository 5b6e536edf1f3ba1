import { z } from 'zod'
import { auditQuery, checkPlace, hashQuery } from '#src/contract/audit-log.ts'
import { pageFields } from '#src/contract/page.ts'
import { auditCsv, listAuditActions, listAuditLog, readAuditEntry } from '#src/domain/audit/read-audit-log.ts'
import { checkAuditChain, containsHash } from '#src/domain/audit/verify-audit-chain.ts'
import { acceptQuery } from '../accept.ts'
import { noStore, toStream } from '../request.ts'
import { routes } from '../routes.ts'

const listQuery = auditQuery(pageFields(z.tuple([z.int()])))
const checkQuery = z.strictObject({ cursor: pageFields(checkPlace).cursor })

/** Reading, exporting and checking the audit log. None of this is audited itself. (architecture 7, security AZ9) */
export const auditLogRoutes = routes('admin')
  .get('/', noStore, acceptQuery(listQuery), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query')
    return c.json(await listAuditLog(c.var.db, filter, { limit, after: cursor }))
  })
  .get('/actions', noStore, async (c) => c.json({ items: await listAuditActions(c.var.db) }))
  .get('/export.csv', noStore, acceptQuery(auditQuery({})), async (c) => {
    const lines = await toStream(auditCsv(c.var.db, c.req.valid('query')))
    const day = new Date(c.var.clock()).toISOString().slice(0, 10)
    return c.body(lines, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="audit-log-${day}.csv"`,
    })
  })
  .get('/verify', noStore, acceptQuery(checkQuery), async (c) => {
    const place = c.req.valid('query').cursor
    return c.json(await checkAuditChain(c.var.db, place && { after: place[0], head: place[1], rows: place[2] }))
  })
  .get('/contains', noStore, acceptQuery(hashQuery), async (c) =>
    c.json({ isThere: await containsHash(c.var.db, c.req.valid('query').hash) }),
  )
  .get('/:id', noStore, async (c) => c.json(await readAuditEntry(c.var.db, c.req.param('id'))))
