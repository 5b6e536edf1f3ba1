import { z } from 'zod'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { pageFields } from '#src/contract/page.ts'
import { suppressionInput } from '#src/contract/suppression.ts'
import { isStorable } from '#src/contract/text.ts'
import { addSuppression, listSuppressions, releaseSuppression } from '#src/domain/suppressions/manage-suppressions.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'
import { timePlace } from './users.ts'

const suppressionsQuery = z.strictObject({
  ...pageFields(timePlace),
  q: z.string().max(300).refine(isStorable).optional(),
  state: z.enum(['active', 'released']).default('active'),
})

/** Addresses that get no mail. (security MD1) */
export const suppressionRoutes = routes('admin')
  .get('/', noStore, acceptQuery(suppressionsQuery), async (c) => {
    const { limit, cursor, q, state } = c.req.valid('query')
    const ask = { limit, after: cursor, search: q, isReleased: state === 'released' }
    return c.json(await listSuppressions(c.var.db, ask))
  })
  .post('/', noStore, accept(suppressionInput), async (c) =>
    c.json(await addSuppression(c.var.db, c.req.valid('json'), readActor(c), c.var.clock()), 201),
  )
  .post('/:id/release', noStore, async (c) =>
    c.json(await releaseSuppression(c.var.db, idIn(c, NOT_FOUND.suppression), readActor(c), c.var.clock())),
  )
