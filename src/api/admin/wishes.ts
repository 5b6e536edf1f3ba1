import { deleteQuery } from '#src/contract/library.ts'
import { newWish, wishChange, wishExport, wishMove, wishQuery } from '#src/contract/wish.ts'
import {
  changeWish,
  createWish,
  deleteWish,
  listWishes,
  moveWish,
  readWishRecord,
  wishesCsv,
} from '#src/domain/wishes/wish.ts'
import { accept, acceptQuery } from '../accept.ts'
import { routes } from '../routes.ts'
import { streamOf } from '../stream-of.ts'
import { actorOf, doing, idIn, personal, shown } from './parts.ts'

const MISSING = 'Wish not found.'

/** What we mean to do, and what we did. (product 2: wishlist) */
export const wishRoutes = routes('admin')
  .get('/', personal, acceptQuery(wishQuery), async (c) => c.json(await listWishes(c.var.db, c.req.valid('query'))))
  .get('/export.csv', personal, acceptQuery(wishExport), async (c) => {
    const lines = await streamOf(wishesCsv(c.var.db, c.req.valid('query')))
    const day = new Date(c.var.clock()).toISOString().slice(0, 10)
    return c.body(lines, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="wishes-${day}.csv"`,
    })
  })
  .get('/:id', personal, async (c) => c.json(await readWishRecord(c.var.db, idIn(c, MISSING))))
  .post('/', accept(newWish), async (c) =>
    c.json(await shown(c, createWish(c.var.db, c.req.valid('json'), doing(c))), 201),
  )
  .patch('/:id', accept(wishChange), async (c) =>
    c.json(await shown(c, changeWish(c.var.db, idIn(c, MISSING), c.req.valid('json'), doing(c)))),
  )
  .post('/:id/move', accept(wishMove), async (c) =>
    c.json(await shown(c, moveWish(c.var.db, idIn(c, MISSING), c.req.valid('json'), doing(c)))),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(await shown(c, deleteWish(c.var.db, idIn(c, MISSING), c.req.valid('query').version, actorOf(c)))),
  )
