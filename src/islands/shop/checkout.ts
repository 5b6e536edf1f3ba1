import { computed, map } from 'nanostores'
import { type CheckoutFields, checkoutForm } from '#src/contract/checkout.ts'
import type { Delivery } from '#src/contract/order-state.ts'
import type { OrderInput, PlacedOrder, QuoteInput } from '#src/contract/shop-order.ts'
import { request, toApiError } from '../call.ts'
import { browserDrafts } from '../drafts/browser-drafts.ts'
import { createKeyedDrafts, isFresh } from '../drafts/draft-storage.ts'
import { createResource } from '../resource/resource.ts'
import { $cart, removeOrdered } from './cart.ts'

/** The form of the cart as it is kept in this tab, with the id of the order that was sent and not yet answered. */
type CheckoutDraft = { fields: CheckoutFields; orderId: string | null; timestamp: number }

const drafts = createKeyedDrafts<CheckoutDraft>({
  subject: 'checkout',
  shared: browserDrafts.own,
  now: browserDrafts.now,
  read: (text, now) => {
    const draft = readCheckoutDraft(text)
    return draft && isFresh(draft, now) ? draft : undefined
  },
})
const DRAFT = 'cart'

/** A stored form; undefined for any other text. */
export function readCheckoutDraft(text: string | null): CheckoutDraft | undefined {
  try {
    const { fields, orderId, timestamp }: Partial<CheckoutDraft> = JSON.parse(text ?? '')
    if (typeof fields !== 'object' || fields === null || typeof timestamp !== 'number') return undefined
    if (!Object.values(fields).every((field) => typeof field === 'string')) return undefined
    return { fields, orderId: typeof orderId === 'string' ? orderId : null, timestamp }
  } catch {
    return undefined
  }
}

/** What the form holds. */
export const $fields = map<Record<string, string | undefined>>({})
let orderId: string | null = null

/** Shows what was typed in this tab before. */
export function openCheckout(): void {
  const draft = drafts.read(DRAFT)
  orderId = draft?.orderId ?? null
  $fields.set({ ...draft?.fields })
}

/** Keeps what is typed, also of fields that are not shown at the moment. */
export function keepFields(fields: CheckoutFields): void {
  $fields.set({ ...$fields.get(), ...fields })
  saveDraft()
}

function saveDraft(): void {
  drafts.write(DRAFT, { fields: $fields.get(), orderId, timestamp: browserDrafts.now() })
}

/** The delivery that is chosen. */
export const $delivery = computed($fields, (fields): Delivery => {
  const chosen = fields['to.delivery']
  return chosen === 'ship' || chosen === 'email' ? chosen : 'pickup'
})

/** What is asked of the server: never a price. */
const $asked = computed(
  [$cart, $delivery],
  (cart, delivery): QuoteInput => ({
    lines: cart.map(({ variantId, quantity }) => ({ variantId, quantity })),
    delivery,
  }),
)

/** What the cart costs, with what was asked: the answer to an earlier cart is no answer to this one. */
export const quote = createResource(async () => {
  const asked = $asked.get()
  return { asked, quote: await request('POST', '/api/shop/quote', { json: asked }) }
})

/** Whether the prices that are shown are those of the cart that is shown. */
export const $isQuoted = computed([quote.$state, $asked], (state, asked) => {
  return state.status === 'ready' && !state.isStale && JSON.stringify(state.value.asked) === JSON.stringify(asked)
})

/** The workshops at which the order can be picked up. */
export const pickups = createResource(async () => (await request('GET', '/api/shop/pickups')).items)

/** Milliseconds after a change of the cart before its price is asked for. */
const PAUSE = 250

/** Asks for the price of the cart whenever it changes. Returns a function that ends this. */
export function followPrices(): () => void {
  let cancel = () => {}
  const end = $asked.subscribe(({ lines }) => {
    cancel()
    if (lines.length > 0) cancel = browserDrafts.schedule(() => void quote.load(), PAUSE)
  })
  return () => {
    cancel()
    end()
  }
}

/** The form as an order at the prices that are shown. */
export const checkoutSchema = checkoutForm(() => {
  const state = quote.$state.get()
  const { lines } = $asked.get()
  orderId ??= crypto.randomUUID()
  saveDraft()
  return { id: orderId, lines, totalCents: state.status === 'ready' ? state.value.quote.totalCents : 0 }
})

/**
 * Places the order. The id is kept until the order is answered, also over a reload: a second press after a lost answer
 * gives the same order. Throws `ApiError`.
 */
export async function placeOrder(order: OrderInput): Promise<PlacedOrder> {
  const placed = await request('POST', '/api/shop/orders', { json: order }).catch(forgetRefused)
  orderId = null
  drafts.discard(DRAFT)
  removeOrdered(order.lines.map(({ variantId }) => variantId))
  return placed
}

/** A refusal is an answer: there is no such order, and what is sent next is another one. */
function forgetRefused(fault: unknown): never {
  const { status } = toApiError(fault)
  if (status >= 400 && status < 500) {
    orderId = null
    saveDraft()
  }
  throw fault
}
