import { NOT_FOUND } from '#src/contract/failure.ts'
import { type Menu, menuItemChange, menuOrder, newMenuItem } from '#src/contract/navigation.ts'
import { changeMenuItem, createMenuItem, deleteMenuItem, orderMenu, readMenu } from '#src/domain/menu/menu-items.ts'
import { accept } from '../accept.ts'
import { idIn, noStore, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** The menu of the navigation bar, and the settings that the bar depends on. (product 7) */
export const menuItemRoutes = routes('admin')
  .get('/', noStore, async (c) => {
    const { db, clock, env } = c.var
    return c.json<Menu>({ ...(await readMenu(db, clock())), siteName: env.siteName })
  })
  .post('/', accept(newMenuItem), async (c) =>
    c.json(await withRebuild(c, createMenuItem(c.var.db, c.req.valid('json'), readActor(c))), 201),
  )
  .put('/order', accept(menuOrder), async (c) =>
    c.json(await withRebuild(c, orderMenu(c.var.db, c.req.valid('json'), readActor(c)))),
  )
  .patch('/:id', accept(menuItemChange), async (c) =>
    c.json(
      await withRebuild(c, changeMenuItem(c.var.db, idIn(c, NOT_FOUND.menuItem), c.req.valid('json'), readActor(c))),
    ),
  )
  .delete('/:id', async (c) =>
    c.json(await withRebuild(c, deleteMenuItem(c.var.db, idIn(c, NOT_FOUND.menuItem), readActor(c)))),
  )
