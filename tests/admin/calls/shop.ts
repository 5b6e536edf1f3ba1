import { randomUUID } from 'node:crypto'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const AT = '/api/admin/orders'

const onOrder = async (ground: Ground) => ({ path: [await ground.order(await ground.event())] })

export const ORDER_WRITES: Record<string, WriteCall> = {
  [`POST ${AT}/:id/acts`]: {
    prepare: async (ground) => ({ ...(await onOrder(ground)), body: { act: 'ready', version: 1 } }),
    shows: 'never',
    action: 'order.ready',
    keeps: 'both',
  },
  [`POST ${AT}/:id/notes`]: {
    prepare: async (ground) => ({ ...(await onOrder(ground)), body: { id: randomUUID(), text: 'Call them first' } }),
    shows: 'never',
    action: 'order.note',
    keeps: 'after',
  },
  [`POST ${AT}/:id/links`]: {
    prepare: async (ground) => ({ ...(await onOrder(ground)), body: {} }),
    shows: 'never',
    action: 'order.new_link',
    keeps: 'nothing',
  },
  [`DELETE ${AT}/:id/links/:linkId`]: {
    prepare: async (ground) => {
      const [id = ''] = (await onOrder(ground)).path
      const { items } = await ground.take<{ items: { id: string }[] }>('GET', `${AT}/${id}/links`)
      return { path: [id, items[0]?.id ?? ''] }
    },
    shows: 'never',
    action: 'order.end_link',
    keeps: 'before',
  },
  'POST /api/admin/order-refunds': {
    prepare: async (ground) => {
      const [orderId = ''] = (await onOrder(ground)).path
      await ground.take('POST', `${AT}/${orderId}/acts`, { act: 'paid', note: 'Check 10482', version: 1 })
      return { body: { id: randomUUID(), orderId, amountCents: 100, reason: 'A corner was bent', putBack: false } }
    },
    shows: 'never',
    action: 'order.refund',
    keeps: 'after',
  },
}

export const ORDER_READS: Record<string, ReadCall> = {
  [`GET ${AT}`]: () => ({ query: 'state=invoiced&q=plant&limit=5' }),
  [`GET ${AT}/export.csv`]: () => ({ query: 'payBy=invoice' }),
  [`GET ${AT}/:id`]: onOrder,
  [`GET ${AT}/:id/links`]: onOrder,
  'GET /api/admin/events/:id/pickups': async (ground) => ({ path: [await ground.event()] }),
}
