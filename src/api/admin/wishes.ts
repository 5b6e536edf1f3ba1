import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery } from '#src/contract/library.ts'
import { newWish, wishChange, wishExport, wishMove, wishQuery } from '#src/contract/wish.ts'
import { readFeedback } from '#src/domain/wishes/feedback-figures.ts'
import { listWishes, readWishRecord, wishesCsv } from '#src/domain/wishes/list-wishes.ts'
import { moveWish } from '#src/domain/wishes/move-wish.ts'
import { changeWish, createWish, deleteWish } from '#src/domain/wishes/save-wish.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore, readActor, toStream, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** The board of planned and shipped wishes. (product 2: wishlist) */
export const wishRoutes = routes('admin')
  .get('/', noStore, acceptQuery(wishQuery), async (c) => c.json(await listWishes(c.var.db, c.req.valid('query'))))
  .get('/export.csv', noStore, acceptQuery(wishExport), async (c) => {
    const lines = await toStream(wishesCsv(c.var.db, c.req.valid('query')))
    const day = new Date(c.var.clock()).toISOString().slice(0, 10)
    return c.body(lines, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="wishes-${day}.csv"`,
    })
  })
  .get('/:id', noStore, async (c) => c.json(await readWishRecord(c.var.db, idIn(c, NOT_FOUND.wish))))
  .post('/', accept(newWish), async (c) =>
    c.json(await withRebuild(c, createWish(c.var.db, c.req.valid('json'), makeContext(c))), 201),
  )
  .patch('/:id', accept(wishChange), async (c) =>
    c.json(await withRebuild(c, changeWish(c.var.db, idIn(c, NOT_FOUND.wish), c.req.valid('json'), makeContext(c)))),
  )
  .post('/:id/move', accept(wishMove), async (c) =>
    c.json(await withRebuild(c, moveWish(c.var.db, idIn(c, NOT_FOUND.wish), c.req.valid('json'), makeContext(c)))),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(
      await withRebuild(c, deleteWish(c.var.db, idIn(c, NOT_FOUND.wish), c.req.valid('query').version, readActor(c))),
    ),
  )

/** What visitors read under 'You asked, we did', and the figures about reports. (product 2: feedback) */
export const feedbackRoutes = routes('admin').get('/', noStore, async (c) =>
  c.json(await readFeedback(c.var.db, c.var.clock())),
)
