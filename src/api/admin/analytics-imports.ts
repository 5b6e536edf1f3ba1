import { z } from 'zod'
import { importAct, importBatch, importCheckQuery, importStart } from '#src/contract/analytics-import-input.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { pageFields } from '#src/contract/page.ts'
import { storeBatch } from '#src/domain/analytics/import-batch.ts'
import { changeImport, startImport } from '#src/domain/analytics/import-change.ts'
import { checkImport, listImports } from '#src/domain/analytics/import-list.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore } from '../request.ts'
import { routes } from '../routes.ts'
import { timePlace } from './users.ts'

const importsQuery = z.strictObject(pageFields(timePlace))
/** Bytes of a batch: 500 rows with texts of some length. */
export const MOST_BATCH = 2_000_000

/** Figures of other services, whose files the browser reads and sends in batches. (decision 0062) */
export const analyticsImportRoutes = routes('admin')
  .get('/', noStore, acceptQuery(importsQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    return c.json(await listImports(c.var.db, { limit, after: cursor }))
  })
  .get('/check', noStore, acceptQuery(importCheckQuery), async (c) =>
    c.json(await checkImport(c.var.db, c.req.valid('query'))),
  )
  .post('/', noStore, accept(importStart), async (c) =>
    c.json(await startImport(c.var.db, c.req.valid('json'), makeContext(c)), 201),
  )
  .post('/:id/batches', noStore, accept(importBatch, MOST_BATCH), async (c) => {
    const id = idIn(c, NOT_FOUND.import)
    return c.json(await storeBatch(c.var.db, id, c.req.valid('json'), makeContext(c)))
  })
  .post('/:id/acts', noStore, accept(importAct), async (c) => {
    const { act } = c.req.valid('json')
    return c.json(await changeImport(c.var.db, idIn(c, NOT_FOUND.import), act, makeContext(c)))
  })
