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

/** Where this tab keeps the path of an order while its buyer is at the payment provider, who must not know it. */
const KEPT = 'shop-order'

/** Leaves for the page of the payment provider, which leads back to this tab without the token of the order. */
export function leaveToPay(payUrl: string, orderUrl: string): void {
  try {
    sessionStorage.setItem(KEPT, orderUrl)
  } catch {
    // The email has a link to the order too.
  }
  location.assign(payUrl)
}

/** Whoever comes back from the payment provider gets the address of the order again. */
function comeBack(): void {
  const back = new URLSearchParams(location.search).get('back')
  if (back === null) return
  let kept: string | null = null
  try {
    kept = sessionStorage.getItem(KEPT)
  } catch {}
  history.replaceState(null, '', kept ?? location.pathname)
  // The address bar has it now: until then, it was nowhere else.
  if (kept !== null) sessionStorage.removeItem(KEPT)
  $cameBack.set(back)
}

/** Opens the order of the address of the page, `#token=…`. A link that is opened in the same tab later is followed too. */
export function openFromAddress(): () => void {
  const open = () => {
    token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
    void order.open(token)
  }
  comeBack()
  open()
  addEventListener('hashchange', open)
  return () => removeEventListener('hashchange', open)
}

/** Gives the PO number, or begins a payment by card. Throws `ApiError`. */
export async function finishOrder(pay: OrderInput['pay']): Promise<void> {
  const { payUrl, orderUrl } = await request('POST', '/api/shop/order/finish', { json: { token, pay } })
  $cameBack.set(null)
  if (payUrl === null) return order.load()
  leaveToPay(payUrl, orderUrl)
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
