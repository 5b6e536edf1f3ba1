import { expect, test } from 'vitest'
import { catalogPages, catalogPath, orderWithoutScripts, priceOf, stockOf, variantTitle } from './shop-page.ts'
import { getStock, productFields, stockSentence } from './shop-product.ts'

test('the price of a product is the lowest one, and says whether there are others', () => {
  expect(priceOf([{ priceCents: 2_950 }])).toBe('$29.50')
  expect(priceOf([{ priceCents: 2_950 }, { priceCents: 2_950 }])).toBe('$29.50')
  expect(priceOf([{ priceCents: 123_450 }, { priceCents: 2_950 }])).toBe('From $29.50')
})

test('a product is sold out once every variant is, and low where none has enough', () => {
  const of = (...states: ('in' | 'low' | 'out')[]) => stockOf(states.map((stock) => ({ stock })))
  expect([of('in', 'out'), of('low', 'out'), of('out', 'out'), of('low', 'in')]).toEqual(['in', 'low', 'out', 'in'])
})

test('what is said of the stock has a number only where one is known', () => {
  const stock = { tracksStock: true, lowStockAt: 3 }
  expect([9, 3, 1, 0].map((free) => stockSentence(getStock({ ...stock, free })))).toEqual([
    'In stock',
    'Only 3 left',
    'Only 1 left',
    'Sold out',
  ])
  expect(stockSentence({ stock: 'low', left: null })).toBe('Few left')
  expect(stockSentence(getStock({ ...stock, tracksStock: false, free: 0 }))).toBe('In stock')
})

test('the catalog has pages of 48 products, and one page without any', () => {
  const products = Array.from({ length: 100 }, (_, at) => at)
  expect(catalogPages(products).map(({ length }) => length)).toEqual([48, 48, 4])
  expect(catalogPages([])).toEqual([[]])
  expect([1, 2].map(catalogPath)).toEqual(['/shop', '/shop/page/2'])
})

test('a variant is named after its product; without a name of its own it is the product', () => {
  expect(variantTitle('Kit', 'Refill')).toBe('Kit, Refill')
  expect(variantTitle('Kit', '')).toBe('Kit')
})

test('somebody without scripts is told where to write, if there is an address', () => {
  expect(orderWithoutScripts('a@plant.example').text).toMatch(/or write to$/)
  expect(orderWithoutScripts(null)).toEqual({ text: 'To order, turn on JavaScript.', email: null })
})

test.each(['cart', 'checkout', 'order', 'page'])('no product has the address of a page of the shop: %s', (slug) => {
  expect(productFields.shape.slug.safeParse(slug).success).toBe(false)
})
