import { persistentAtom } from '@nanostores/persistent'
import type { Cents } from '#src/contract/money.ts'
import { MOST_LINES, MOST_PIECES } from '#src/contract/order-state.ts'

/** One product of the cart, with what its page said of it. Only the variant and the quantity are ever sent. (decision 0060) */
export type CartItem = {
  variantId: string
  sku: string
  title: string
  label: string
  priceCents: Cents
  quantity: number
  /** The page of the product; absent in carts of before. */
  path?: string | undefined
}
type Cart = readonly CartItem[]

const KEY = 'shop-cart'
const EMPTY: Cart = []
/** What is stored is linked to: nothing else may be. */
const PRODUCT_PAGE = /^\/shop\/[a-z0-9-]+$/

/** The cart of this browser: every tab has the same one, and a stored text that is no cart is an empty one. */
export const $cart = persistentAtom<Cart>(KEY, EMPTY, { encode: JSON.stringify, decode: readCart })

/** What was stored as a cart, without the lines that are none. */
function readCart(text: string | null | undefined): Cart {
  try {
    const read: unknown = JSON.parse(text ?? '')
    return Array.isArray(read) ? read.filter(isItem).slice(0, MOST_LINES) : EMPTY
  } catch {
    return EMPTY
  }
}

function isItem(read: unknown): read is CartItem {
  if (typeof read !== 'object' || read === null) return false
  const { variantId, sku, title, label, priceCents, quantity, path } = read as Partial<CartItem>
  const texts = [variantId, sku, title, label]
  const isCounted = Number.isInteger(quantity) && Number(quantity) >= 1 && Number(quantity) <= MOST_PIECES
  if (path !== undefined && !PRODUCT_PAGE.test(String(path))) return false
  return texts.every((text) => typeof text === 'string') && Number.isInteger(priceCents) && isCounted
}

/** Why something was not put into the cart. */
const CART_FULL = `The cart holds at most ${MOST_LINES} different products.`
const CART_MOST = `The cart holds at most ${MOST_PIECES} pieces of one product. Ask us for more.`
export const CART_NOT_KEPT = 'Your browser did not keep the cart. Allow it to store data for this site.'

/** Adds one piece of a product. Returns why not, or undefined once it is in the cart. */
export function addToCart(item: Omit<CartItem, 'quantity'>): string | undefined {
  const cart = newest()
  const known = cart.find(({ variantId }) => variantId === item.variantId)
  if (!known && cart.length >= MOST_LINES) return CART_FULL
  if (known && known.quantity >= MOST_PIECES) return CART_MOST
  const quantity = (known?.quantity ?? 0) + 1
  const next = known
    ? cart.map((one) => (one === known ? { ...item, quantity } : one))
    : [...cart, { ...item, quantity }]
  return keep(next) ? undefined : CART_NOT_KEPT
}

/** Changes how many pieces of a product are wanted; 0 removes it. False if the browser did not keep it. */
export function setQuantity(variantId: string, quantity: number): boolean {
  const next = newest().flatMap((item) =>
    item.variantId !== variantId ? item : quantity < 1 ? [] : { ...item, quantity: Math.min(quantity, MOST_PIECES) },
  )
  return keep(next)
}

/** Puts a product back into its place in the cart, after it was removed. */
export function putBack(item: CartItem, at: number): boolean {
  const cart = newest().filter(({ variantId }) => variantId !== item.variantId)
  return keep(cart.toSpliced(at, 0, item))
}

/** Takes what was ordered out of the cart. What another tab has added in the meantime stays. */
export function removeOrdered(variantIds: readonly string[]): void {
  keep(newest().filter(({ variantId }) => !variantIds.includes(variantId)))
}

/** How many pieces are in a cart. */
export const countPieces = (cart: Cart): number => cart.reduce((sum, { quantity }) => sum + quantity, 0)

/** The cart as it is stored: another tab may have changed it a moment ago. */
function newest(): Cart {
  try {
    const text = localStorage.getItem(KEY)
    return text === null ? $cart.get() : readCart(text)
  } catch {
    return $cart.get()
  }
}

/** Storage may be full or forbidden. */
function keep(cart: Cart): boolean {
  try {
    $cart.set(cart)
    return true
  } catch {
    return false
  }
}
