import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery } from '#src/contract/library.ts'
import { catererLinkInput, newRunItem, printInput, runItemChange } from '#src/contract/run-sheet.ts'
import { requireEvent } from '#src/domain/logistics/board.ts'
import { countMeals, createCatererLink, listCatererLinks, revokeCatererLink } from '#src/domain/logistics/meals.ts'
import { printSheet, readContacts } from '#src/domain/logistics/print-sheet.ts'
import { addRunItem, changeRunItem, deleteRunItem } from '#src/domain/logistics/run-items.ts'
import { readRunSheet } from '#src/domain/logistics/run-sheet.ts'
import { accept, acceptQuery } from '../accept.ts'
import { eventIn, idIn, makeContext, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

type Params = Parameters<typeof eventIn>[0]
const itemIn = (c: Params) => ({ eventId: eventIn(c), itemId: idIn(c, NOT_FOUND.runItem, 'itemId') })

/** How many people of an event eat what, and the links that show this to a caterer. (security LG9) */
export const mealRoutes = routes('admin')
  .get('/:id/meals', noStore, async (c) => {
    const { id } = await requireEvent(c.var.db, eventIn(c))
    return c.json(await countMeals(c.var.db, id))
  })
  .get('/:id/caterer-links', noStore, async (c) =>
    c.json({ items: await listCatererLinks(c.var.db, eventIn(c), c.var.clock()) }),
  )
  .post('/:id/caterer-links', noStore, accept(catererLinkInput), async (c) =>
    c.json(await createCatererLink(c.var.db, eventIn(c), c.req.valid('json'), makeContext(c)), 201),
  )
  .delete('/:id/caterer-links/:linkId', noStore, async (c) => {
    const at = { eventId: eventIn(c), linkId: idIn(c, NOT_FOUND.link, 'linkId') }
    await revokeCatererLink(c.var.db, at, makeContext(c))
    return c.body(null, 204)
  })

/** Everything that happens around an event by time and by role, its own lines, and its prints. */
export const runSheetRoutes = routes('admin')
  .get('/:id/run-sheet', noStore, async (c) => c.json(await readRunSheet(c.var.db, eventIn(c), c.var.clock())))
  .post('/:id/run-sheet/print', noStore, accept(printInput), async (c) =>
    c.json(await printSheet(c.var.db, { eventId: eventIn(c), ...c.req.valid('json') }, makeContext(c))),
  )
  .post('/:id/run-sheet/contacts', noStore, async (c) => c.json(await readContacts(c.var.db, eventIn(c), readActor(c))))
  .post('/:id/run-items', noStore, accept(newRunItem), async (c) =>
    c.json(await addRunItem(c.var.db, eventIn(c), c.req.valid('json'), readActor(c)), 201),
  )
  .patch('/:id/run-items/:itemId', noStore, accept(runItemChange), async (c) =>
    c.json(await changeRunItem(c.var.db, itemIn(c), c.req.valid('json'), readActor(c))),
  )
  .delete('/:id/run-items/:itemId', noStore, acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteRunItem(c.var.db, itemIn(c), c.req.valid('query').version, readActor(c))),
  )
