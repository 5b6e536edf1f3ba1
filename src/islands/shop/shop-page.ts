/**
 * What pages of the shop do by themselves, without a framework: they fill the cart, count it, and correct the stock that was built into
 * them. The page script loads this file once the page is complete. (decisions 0014, 0060)
 */
import { type ShopStock, stockSentence } from '#src/contract/shop-stock.ts'
import { $cart, addToCart, countPieces } from './cart.ts'

/** The most variants that are asked about in one call. */
const MOST_ASKED = 100

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

/** Shows the number of pieces on the links to the cart. */
function showCount(cart: ReturnType<typeof $cart.get>) {
  const pieces = countPieces(cart)
  for (const place of all('[data-shop-cart-count]')) {
    place.hidden = pieces === 0
    place.textContent = `${pieces}`
  }
}

/** Puts one piece of what the pressed button is for into the cart, and says so beside it. */
function add(button: HTMLElement) {
  const { variantId = '', sku = '', title = '', label = '', priceCents } = button.dataset
  const path = location.pathname
  const refusal = addToCart({ variantId, sku, title, label, priceCents: Number(priceCents), path })
  const own = $cart.get().find((item) => item.variantId === variantId)
  say(button, refusal ?? `Added. ${own?.quantity ?? 1} in your cart.`)
}

/** A place beside each button, which is read out when its text changes. */
function say(button: HTMLElement, text: string) {
  const place = places.get(button)
  if (!place) return
  const link = Object.assign(document.createElement('a'), {
    href: '/shop/cart',
    textContent: 'Open the cart',
    className: 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4',
  })
  place.replaceChildren(text, link)
}

const places = new Map<HTMLElement, HTMLElement>()

function givePlace(button: HTMLElement) {
  const place = Object.assign(document.createElement('p'), {
    role: 'status',
    className: 'col-span-full flex flex-wrap items-center gap-x-4 leading-snug',
  })
  button.after(place)
  places.set(button, place)
}

/** Corrects what the page says of the stock. Whatever goes wrong, the page keeps what was built into it. */
async function correctStock() {
  const ids = new Set(all('[data-shop-stock]').map(({ dataset }) => dataset.shopStock))
  if (ids.size === 0) return
  try {
    const answer = await fetch(`/api/shop/stock?ids=${[...ids].slice(0, MOST_ASKED)}`)
    const { items }: { items: ({ id: string } & ShopStock)[] } = await answer.json()
    for (const { id, ...stock } of items) showStock(id, stock)
  } catch {}
}

function showStock(id: string, stock: ShopStock) {
  for (const place of all(`[data-shop-stock="${CSS.escape(id)}"]`)) {
    place.textContent = stockSentence(stock)
    place.dataset.stock = stock.stock
  }
  for (const button of all(`[data-shop-add][data-variant-id="${CSS.escape(id)}"]`)) enable(button, stock.stock)
}

/** Buttons are built disabled, since they need this script. */
function enable(button: HTMLElement, stock: string | undefined) {
  if (button instanceof HTMLButtonElement) button.disabled = stock === 'out'
}

$cart.subscribe(showCount)
for (const button of all('[data-shop-add]')) {
  givePlace(button)
  enable(button, button.dataset.stock)
}
addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('[data-shop-add]')
  if (button) add(button)
})
void correctStock()
// A page that comes back from history is as old as its visit.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void correctStock()
})
