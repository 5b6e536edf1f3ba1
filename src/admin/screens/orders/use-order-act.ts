import { useQueryClient } from '@tanstack/react-query'
import type { OrderDetail } from '#src/contract/shop-order-admin.ts'
import { useSave } from '../../blocks/use-save.ts'
import { type Act, actOn, orderQuery, STALE_ORDERS } from './order-calls.ts'

const DONE: Record<Act['act'], string> = {
  ready: 'Order marked as ready',
  unready: 'Order marked as not ready',
  handed_over: 'Order marked as handed over',
  shipped: 'Order marked as shipped',
  po: 'PO number saved',
  paid: 'Order marked as paid',
  back_order: 'The order waits for new pieces',
  cancel: 'Order cancelled',
  codes: 'Voucher codes saved',
}

/** Does something with one order, and shows what it became at once. */
export function useOrderAct(order: Pick<OrderDetail, 'id' | 'version'>, onDone?: () => void) {
  const queries = useQueryClient()
  return useSave({
    save: (act: Act) => actOn(order, act),
    done: (_, { act }) => DONE[act],
    failed: 'Failed to change the order',
    stale: STALE_ORDERS,
    onDone: (changed) => {
      queries.setQueryData(orderQuery(order.id).queryKey, changed)
      onDone?.()
    },
    onStale: () => {
      void queries.invalidateQueries({ queryKey: orderQuery(order.id).queryKey })
      return false
    },
  })
}
