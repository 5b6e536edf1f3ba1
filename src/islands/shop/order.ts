import { atom } from 'nanostores'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { OrderInput } from '#src/contract/shop-order.ts'
import { request } from '../call.ts'
import { createLinkResource } from '../resource/link-resource.ts'

/** The token in the address of the page. It stays there, so that a reload works; our calls have it in the body alone. (security TL6) */
let token = ''

/** What the link to an order opens. */
export const order = createLinkResource(
  (given) => request('POST', '/api/shop/order/look', { json: { token: given } }),
  LINK_DEAD,
)

/** How somebody came back from the payment provider. It proves nothing: the page asks the server. */
export const $cameBack = atom<string | null>(null)

/** Opens the order of the address of the page, `#token=…`. A link that is opened in the same tab later is followed too. */
export function openFromAddress(): () => void {
  const open = () => {
    const fragment = new URLSearchParams(location.hash.slice(1))
    token = fragment.get('token') ?? ''
    $cameBack.set(fragment.get('back'))
    void order.open(token)
  }
  open()
  addEventListener('hashchange', open)
  return () => removeEventListener('hashchange', open)
}

/** Gives the PO number, or begins a payment by card. Throws `ApiError`. */
export async function finishOrder(pay: OrderInput['pay']): Promise<void> {
  const { payUrl } = await request('POST', '/api/shop/order/finish', { json: { token, pay } })
  $cameBack.set(null)
  if (payUrl === null) return order.load()
  location.assign(payUrl)
  // The button stays busy until the payment provider's page is there.
  return new Promise(() => {})
}

/** Cancels the order. Throws `ApiError`. */
export async function cancelOrder(reason: string | null): Promise<void> {
  await request('POST', '/api/shop/order/cancel', { json: { token, reason } })
  await order.load()
}

/** Sends purchasing a link of their own. Throws `ApiError`. */
export async function sendToPurchasing({ email, note }: { email: string; note: string | null }): Promise<void> {
  await request('POST', '/api/shop/order/purchasing', { json: { token, email, note } })
}
