import { type Delivery, MOST_PIECES } from './order-state.ts'
import type { LineProblem, QuotedLine } from './shop-order.ts'

/** Sentences of the cart. */
export const CART_LEAD = 'It is kept in this browser. Prices, tax and stock are checked again when you order.'
export const CART_EMPTY = 'Your cart is empty.'
/** Said of a quantity that is none. */
export const QUANTITY_RANGE = `Enter a whole number from 1 to ${MOST_PIECES}.`
export const NO_PICKUP = 'No workshop is open for pick-up at the moment.'
export const PO_LATER = 'The PO number follows'
export const ORDER_FAILED =
  'We do not know whether your order arrived. Press the button again: it is placed only once, however often you press.'

/** Why a line of the cart cannot be ordered as it is, and what to do. */
export function sayProblem({ problem, available }: QuotedLine, delivery: Delivery): string | undefined {
  return problem === null ? undefined : PROBLEMS[problem](available ?? 0, delivery)
}

const PROBLEMS: Record<LineProblem, (available: number, delivery: Delivery) => string> = {
  gone: () => 'This product is no longer sold. Remove it to order the rest.',
  sold_out: () => 'Sold out. Remove it to order the rest.',
  not_enough: (available) => (available === 1 ? 'Only 1 piece is left.' : `Only ${available} pieces are left.`),
  wrong_delivery: (_, delivery) =>
    delivery === 'email'
      ? 'This cannot be sent by email. Choose another delivery.'
      : 'This comes by email. Choose delivery by email.',
}

/** How goods of these kinds can be delivered. Seat vouchers alone come by email; with other goods their codes are on the order's page. */
export function pickDeliveries(lines: readonly Pick<QuotedLine, 'kind'>[]): readonly Delivery[] {
  const isVouchers = lines.length > 0 && lines.every(({ kind }) => kind === 'voucher')
  return isVouchers ? ['email'] : ['pickup', 'ship']
}

/** `8.25%` for 825 hundredths of a percent. */
export const formatRate = (basisPoints: number): string => `${basisPoints / 100}%`
