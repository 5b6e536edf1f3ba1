import { beforeEach, describe, expect, test, vi } from 'vitest'

/** A browser's storage for all tabs, which may be full, and tells every other tab of a change. */
function browser() {
  const stored = new Map<string, string>()
  const state = { isFull: false }
  const storage = new Proxy({} as Record<string, unknown>, {
    get: (_, name: string) => (name === 'getItem' ? (key: string) => stored.get(key) ?? null : stored.get(name)),
    has: (_, name: string) => stored.has(name),
    set: (_, name: string, value: string) => {
      if (state.isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(name, value)
      return true
    },
  })
  return { stored, state, storage }
}

let { stored, state, storage } = browser()

beforeEach(() => {
  ;({ stored, state, storage } = browser())
  vi.stubGlobal('localStorage', storage)
  return () => vi.unstubAllGlobals()
})

/** The cart of a tab: its own copy of the code, over the storage of all tabs. */
async function openTab() {
  vi.resetModules()
  const listeners: ((event: { key: string; newValue: string }) => void)[] = []
  const { setPersistentEngine } = await import('@nanostores/persistent')
  setPersistentEngine(storage as Record<string, string>, {
    addEventListener: (_key, listen) => void listeners.push(listen as (typeof listeners)[number]),
    removeEventListener: () => {},
  })
  const cart = await import('./cart.ts')
  const end = cart.$cart.listen(() => {})
  return {
    ...cart,
    end,
    hear: () => {
      for (const listen of listeners) listen({ key: KEY, newValue: stored.get(KEY) ?? '' })
    },
  }
}

const KEY = 'shop-cart'
const kit = { variantId: 'a', sku: 'KIT-1', title: 'Practice kit', label: 'Basic', priceCents: 18_900 }
const book = { variantId: 'b', sku: 'BOOK-1', title: 'Bearing book', label: '', priceCents: 4_500 }

describe('the cart', () => {
  test('links to pages of products alone', async () => {
    const lines = [
      '/shop/kit',
      undefined,
      'javascript:alert(1)',
      '//elsewhere.example/shop/kit',
      4,
      '/shop/kit/..',
    ].map((path, at) => ({ ...kit, variantId: `${at}`, quantity: 1, path }))
    stored.set(KEY, JSON.stringify(lines))
    const { $cart } = await openTab()
    expect($cart.get().map(({ path }) => path)).toEqual(['/shop/kit', undefined])
  })

  test('counts a product that is added twice, and keeps it over a reload', async () => {
    const { addToCart, $cart, countPieces } = await openTab()
    expect([addToCart(kit), addToCart(kit), addToCart(book)]).toEqual([undefined, undefined, undefined])
    expect($cart.get().map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    const reloaded = await openTab()
    expect(countPieces(reloaded.$cart.get())).toBe(3)
  })

  test('removes a product with the quantity 0, puts it back into its place, and is never over its limits', async () => {
    const { addToCart, setQuantity, putBack, $cart } = await openTab()
    addToCart(kit)
    addToCart(book)
    setQuantity('a', 0)
    putBack({ ...kit, quantity: 5 }, 0)
    expect($cart.get().map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
      ['a', 5],
      ['b', 1],
    ])
    setQuantity('a', 1_000)
    expect($cart.get()[0]?.quantity).toBe(99)
    expect(addToCart(kit)).toMatch(/at most 99 pieces/)
    for (let more = 0; more < 28; more += 1) addToCart({ ...book, variantId: `more ${more}` })
    expect(addToCart({ ...book, variantId: 'one more' })).toMatch(/at most 30 different products/)
    expect($cart.get()).toHaveLength(30)
  })

  test('leaves what another tab has added when an order takes its lines out', async () => {
    const { addToCart, removeOrdered, $cart } = await openTab()
    addToCart(kit)
    addToCart(book)
    removeOrdered(['a'])
    expect($cart.get().map(({ variantId }) => variantId)).toEqual(['b'])
  })
})

describe('two tabs', () => {
  test('show the same cart', async () => {
    const here = await openTab()
    const there = await openTab()
    here.addToCart(kit)
    there.hear()
    expect(there.$cart.get()).toEqual(here.$cart.get())
  })

  test('lose nothing that is added in both before they hear of each other', async () => {
    const here = await openTab()
    const there = await openTab()
    here.addToCart(kit)
    there.addToCart(book)
    here.hear()
    expect(here.$cart.get().map(({ variantId }) => variantId)).toEqual(['a', 'b'])
  })
})

test.each([
  ['no JSON', '{'],
  ['no list', '{"a":1}'],
  ['null', 'null'],
  [
    'lines that are none',
    JSON.stringify([null, 7, {}, { ...kit, quantity: 0 }, { ...kit, quantity: 1.5 }, { ...kit, sku: 3 }]),
  ],
])('a stored text with %s is an empty cart', async (_, text) => {
  stored.set(KEY, text)
  const { $cart } = await openTab()
  expect($cart.get()).toEqual([])
})

test('a full storage is said, and changes nothing', async () => {
  const { addToCart, $cart, CART_NOT_KEPT } = await openTab()
  state.isFull = true
  expect(addToCart(kit)).toBe(CART_NOT_KEPT)
  expect($cart.get()).toEqual([])
})
