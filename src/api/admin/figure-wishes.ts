import { figureWish } from '#src/contract/figure-wish.ts'
import { readFigureWish, saveFigureWish } from '#src/domain/analytics/figure-wishes.ts'
import { accept } from '../accept.ts'
import { makeContext, noStore, ownVisit } from '../request.ts'
import { routes } from '../routes.ts'

/** Which figures the signed-in administrator wants by email. Nobody reads or changes the choice of somebody else. */
export const figureWishRoutes = routes('admin')
  .get('/', noStore, async (c) => c.json(await readFigureWish(c.var.db, ownVisit(c).viewer)))
  .put('/', noStore, accept(figureWish), async (c) =>
    c.json(await saveFigureWish(c.var.db, ownVisit(c).viewer, c.req.valid('json'), makeContext(c))),
  )
