import { ownDelivery, ownDeliveryChange, ownDeliveryRemoval } from '#src/contract/logistics-board.ts'
import { formToken } from '#src/contract/logistics-input.ts'
import {
  addOwnDelivery,
  changeOwnDelivery,
  listOwnDeliveries,
  removeOwnDelivery,
} from '#src/domain/logistics/own-deliveries.ts'
import { accept } from './accept.ts'
import { limitedActions, limitedFailures, limitedReads } from './limits.ts'
import { linkContext } from './logistics.ts'
import { noStore } from './request.ts'
import { routes } from './routes.ts'

/** What a person of an event ships to it, on the page behind the link to their form. The token comes in the body. (security LG1, LG12) */
export const logisticsDeliveryRoutes = routes('public')
  .post('/', noStore, limitedReads('linkReads'), accept(formToken), limitedFailures('verifyToken'), async (c) =>
    c.json({ items: await listOwnDeliveries(c.var.db, c.req.valid('json').token, c.var.clock()) }),
  )
  .post('/add', noStore, accept(ownDelivery), limitedActions('logistics'), limitedFailures('verifyToken'), async (c) =>
    c.json(await addOwnDelivery(c.var.db, c.req.valid('json'), linkContext(c)), 201),
  )
  .post(
    '/change',
    noStore,
    accept(ownDeliveryChange),
    limitedActions('logistics'),
    limitedFailures('verifyToken'),
    async (c) => c.json(await changeOwnDelivery(c.var.db, c.req.valid('json'), linkContext(c))),
  )
  .post(
    '/remove',
    noStore,
    accept(ownDeliveryRemoval),
    limitedActions('logistics'),
    limitedFailures('verifyToken'),
    async (c) => {
      await removeOwnDelivery(c.var.db, c.req.valid('json'), linkContext(c))
      return c.body(null, 204)
    },
  )
