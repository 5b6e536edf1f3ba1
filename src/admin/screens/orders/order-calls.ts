import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { BulkResult } from '#src/contract/bulk.ts'
import type { OrderAct, OrderDetail, OrderRow, RefundInput } from '#src/contract/shop-order-admin.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { toApiError } from '#src/islands/call.ts'
import type { SearchOf } from '../../addresses.ts'
import { api, ask, shopApi } from '../../api.ts'

/** The queries that a change of an order makes stale. */
export const STALE_ORDERS: QueryKey[] = [['orders'], ['order'], ['pickups'], ['dashboard']]

/** The filters as the API takes them. */
export function toQuery(place: SearchOf<'/admin/orders'>): Record<string, string> {
  return Object.fromEntries(Object.entries(place).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

export const fetchOrders = (query: Record<string, string>) => ask(() => api.orders.$get({ query }))

/** The file with the orders of a list. */
export function csvAddress(query: Record<string, string>): string {
  const search = new URLSearchParams(query)
  return `/api/admin/orders/export.csv${search.size > 0 ? `?${search}` : ''}`
}

/** One order with everything about it; never old, since it is decided by. */
export const orderQuery = (id: string) =>
  queryOptions<OrderDetail>({
    queryKey: ['order', id],
    queryFn: () => ask(() => api.orders[':id'].$get({ param: { id } })),
    staleTime: 0,
  })

/** An act without the version that it is done from. */
export type Act = OrderAct extends infer One ? (One extends OrderAct ? Omit<One, 'version'> : never) : never

export const actOn = ({ id, version }: Pick<OrderDetail, 'id' | 'version'>, act: Act) =>
  // Each act has the version and fields of its own, which its form has checked.
  ask(() => api.orders[':id'].acts.$post({ param: { id }, json: { ...act, version } as OrderAct }))

/** Marks orders as ready or handed over one after the other, each from the version that is stored. */
export async function actOnEach(orders: readonly Pick<OrderRow, 'id'>[], act: Act): Promise<{ results: BulkResult[] }> {
  const results: BulkResult[] = []
  for (const { id } of orders) {
    try {
      const { version } = await ask(() => api.orders[':id'].$get({ param: { id } }))
      await actOn({ id, version }, act)
      results.push({ id, refusal: null })
    } catch (fault) {
      if (isCancelled(fault)) throw fault
      results.push({ id, refusal: toApiError(fault).detail })
    }
  }
  return { results }
}

export const addOrderNote = (id: string, json: { id: string; text: string }) =>
  ask(() => api.orders[':id'].notes.$post({ param: { id }, json }))

/** Answered by the function that has the payment provider. If the authentication is not recent, the person is asked first. */
export const refundOrder = (json: RefundInput) => ask(() => shopApi['order-refunds'].$post({ json }))

/** The links to an order that have not ended. */
export const orderLinksQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id, 'links'],
    queryFn: async () => (await ask(() => api.orders[':id'].links.$get({ param: { id } }))).items,
    staleTime: 0,
  })

export const newOrderLink = (id: string) => ask(() => api.orders[':id'].links.$post({ param: { id }, json: {} }))
export const endOrderLink = (id: string, linkId: string) =>
  ask(() => api.orders[':id'].links[':linkId'].$delete({ param: { id, linkId } }))

/** What is handed over at a workshop. */
export const pickupsQuery = (id: string) =>
  queryOptions({
    queryKey: ['pickups', id],
    queryFn: () => ask(() => api.events[':id'].pickups.$get({ param: { id } })),
    staleTime: 0,
  })
