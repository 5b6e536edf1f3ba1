import { z } from 'zod'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { pageFields } from '#src/contract/page.ts'
import { newOrderLink, orderAct, orderFilter, orderNote } from '#src/contract/shop-order-admin.ts'
import { actOnOrder } from '#src/domain/shop-orders/act-on-order.ts'
import { listOrders } from '#src/domain/shop-orders/list-orders.ts'
import { orderCsv } from '#src/domain/shop-orders/order-csv.ts'
import { addOrderNote, readOrderDetail } from '#src/domain/shop-orders/order-detail.ts'
import { endOrderLink, listOrderLinks, mailOrderLink } from '#src/domain/shop-orders/order-links.ts'
import { readPickupList } from '#src/domain/shop-orders/pickup-list.ts'
import { accept, acceptQuery } from '../accept.ts'
import { eventIn, idIn, makeContext, noStore, readActor, toStream } from '../request.ts'
import { routes } from '../routes.ts'
import { timePlace } from './users.ts'

const orderIn = (c: Parameters<typeof idIn>[0]) => idIn(c, NOT_FOUND.order)

/** The orders of the shop. (product 2, 7) */
export const adminOrderRoutes = routes('admin')
  .get('/', noStore, acceptQuery(z.strictObject({ ...pageFields(timePlace), ...orderFilter })), async (c) => {
    const { cursor, ...ask } = c.req.valid('query')
    return c.json(await listOrders(c.var.db, { ...ask, after: cursor }, c.var.clock()))
  })
  .get('/export.csv', noStore, acceptQuery(z.strictObject(orderFilter)), async (c) => {
    const { db, clock } = c.var
    const lines = await toStream(orderCsv(db, c.req.valid('query'), clock()))
    const day = new Date(clock()).toISOString().slice(0, 10)
    return c.body(lines, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="orders-${day}.csv"`,
    })
  })
  .get('/:id', noStore, async (c) => c.json(await readOrderDetail(c.var.db, orderIn(c), c.var.clock())))
  .post('/:id/acts', noStore, accept(orderAct), async (c) => {
    const id = orderIn(c)
    await actOnOrder(c.var.db, id, c.req.valid('json'), makeContext(c))
    return c.json(await readOrderDetail(c.var.db, id, c.var.clock()))
  })
  .post('/:id/notes', noStore, accept(orderNote), async (c) =>
    c.json({ items: await addOrderNote(c.var.db, orderIn(c), c.req.valid('json'), readActor(c)) }, 201),
  )
  .get('/:id/links', noStore, async (c) => c.json({ items: await listOrderLinks(c.var.db, orderIn(c), c.var.clock()) }))
  .post('/:id/links', noStore, accept(newOrderLink), async (c) => {
    await mailOrderLink(c.var.db, orderIn(c), makeContext(c))
    return c.body(null, 204)
  })
  .delete('/:id/links/:linkId', noStore, async (c) => {
    const at = { orderId: orderIn(c), linkId: idIn(c, NOT_FOUND.link, 'linkId') }
    await endOrderLink(c.var.db, at, makeContext(c))
    return c.body(null, 204)
  })

/** What is picked up at an event. */
export const pickupRoutes = routes('admin').get('/:id/pickups', noStore, async (c) =>
  c.json(await readPickupList(c.var.db, eventIn(c))),
)
