import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { shopProducts, shopSlugRedirects, shopVariants } from '#db/schema/shop.ts'
import { shopHolds, shopOrders } from '#db/schema/shop-orders.ts'
import { siteContent } from '#db/schema/site.ts'
import { MOST_VARIANTS, NOT_THAT_MANY, type ProductEntry, type ProductFields } from '#src/contract/shop-product.ts'
import { STALE } from '#src/contract/versioned.ts'
import { readShop } from '#src/domain/shop-products/read-shop.ts'
import { auditOf, libraryApi } from '#tests/admin/library-api.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storeHold, storeShopOrder } from './shop-rows.ts'

let opened: TestDb
let db: Db
let api: Awaited<ReturnType<typeof libraryApi>>
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
})
afterAll(() => opened.close())
beforeEach(async () => {
  await db.delete(shopOrders)
  await db.delete(shopProducts)
  api = await libraryApi(db)
})

const variant = (sku: string, more: Partial<ProductFields['variants'][number]> = {}) => {
  const fields = { label: sku, priceCents: 950, tracksStock: true, lowStockAt: 2, isActive: true }
  return { id: randomUUID(), sku, ...fields, ...more }
}
const fields = (more: Partial<ProductFields> = {}): ProductFields => ({
  slug: 'bearing-kit',
  title: 'Bearing kit',
  kind: 'kit',
  summary: 'Two bearings.',
  description: 'Two **bearings**.',
  contents: ['Two bearings'],
  usage: '',
  pictures: [],
  isActive: true,
  isTaxed: true,
  variants: [variant('KIT-1')],
  ...more,
})
type Saved = { item: ProductEntry; revision: number | null }

const create = (more: Partial<ProductFields> = {}): Promise<Saved> =>
  api.take('POST', 'products', { id: randomUUID(), ...fields(more) })
/** The form of a stored product again, changed. */
const formOf = ({ id: _, displayOrder: __, createdAt: ___, updatedAt: ____, ...row }: ProductEntry, more: object) => ({
  ...row,
  variants: row.variants.map(({ onHand: _, held: __, free: ___, ...rest }) => rest),
  ...more,
})
const update = (row: ProductEntry, more: object): Promise<Saved> =>
  api.take('PATCH', `products/${row.id}`, formOf(row, more))
const refused = async (method: string, path: string, body?: object) => problemOf(await api.send(method, path, body))
const contentVersion = async () => (await db.select().from(siteContent))[0]?.version

describe('a product', () => {
  test('is stored once for each id, with its texts rendered and checked', async () => {
    const form = { id: randomUUID(), ...fields({ description: 'See <script>x</script> **this**' }) }
    const { item, revision } = await api.take('POST', 'products', form)
    expect(revision).toBeGreaterThan(0)
    expect((await api.take('POST', 'products', form)).item).toEqual(item)
    expect(await refused('POST', 'products', { ...form, title: 'Other' })).toMatchObject({ status: 409, detail: STALE })
    const [row] = await db.select().from(shopProducts)
    expect(row?.descriptionHtml).toBe('<p>See &#x3C;script>x&#x3C;/script> <strong>this</strong></p>')
    expect(item).not.toHaveProperty('descriptionHtml')
  })

  test('is on the site only while it is active and has an active variant', async () => {
    const { item, revision } = await create({ isActive: false })
    expect(revision).toBeNull()
    expect((await readShop(db)).products).toEqual([])
    const shown = await update(item, { isActive: true })
    expect(shown.revision).toBeGreaterThan(0)
    expect((await readShop(db)).products).toMatchObject([{ slug: 'bearing-kit', variants: [{ sku: 'KIT-1' }] }])
    const variants = formOf(shown.item, {}).variants.map((one) => ({ ...one, isActive: false }))
    await update(shown.item, { variants })
    expect((await readShop(db)).products).toEqual([])
  })

  test('is changed only over the version that the form was filled from; the same again changes nothing', async () => {
    const { item } = await create()
    const before = await contentVersion()
    expect(await update(item, {})).toMatchObject({ revision: null, item: { version: 1 } })
    expect(await contentVersion()).toBe(before)
    const changed = await update(item, { title: 'Other kit' })
    expect(changed.item.version).toBe(2)
    const late = formOf(item, { title: 'Late' })
    expect(await refused('PATCH', `products/${item.id}`, late)).toMatchObject({ status: 409, detail: STALE })
    expect((await auditOf(db, item.id)).map(({ action }) => action)).toEqual(['product.create', 'product.update'])
  })

  test('leads from every address that it had to the one it has', async () => {
    const { item } = await create()
    const second = await update(item, { slug: 'bearing-set' })
    const third = await update(second.item, { slug: 'bearing-case' })
    const redirects = async () => (await readShop(db)).redirects
    expect(await redirects()).toEqual([
      { oldSlug: 'bearing-kit', slug: 'bearing-case' },
      { oldSlug: 'bearing-set', slug: 'bearing-case' },
    ])
    await update(third.item, { slug: 'bearing-kit' })
    expect(await redirects()).toEqual([
      { oldSlug: 'bearing-case', slug: 'bearing-kit' },
      { oldSlug: 'bearing-set', slug: 'bearing-kit' },
    ])
    const other = fields({ slug: 'bearing-case', variants: [variant('KIT-2')] })
    expect(await refused('POST', 'products', { id: randomUUID(), ...other })).toMatchObject({
      status: 409,
      detail: 'The page address bearing-case still redirects to bearing-kit, which is another product.',
    })
    expect(await refused('POST', 'products', { id: randomUUID(), ...other, slug: 'bearing-kit' })).toMatchObject({
      detail: 'The page address bearing-kit belongs to another product.',
    })
  })

  test.each(['cart', 'checkout', 'order', 'page'])(
    'cannot have the address of a page of the shop: %s',
    async (slug) => {
      expect(await refused('POST', 'products', { id: randomUUID(), ...fields({ slug }) })).toMatchObject({
        status: 400,
      })
    },
  )

  test('is deleted with its variants and its old addresses, but not while orders hold pieces of it', async () => {
    const { item } = await create()
    const { item: renamed } = await update(item, { slug: 'bearing-set' })
    const orderId = await storeHold(db, renamed.variants[0]?.id ?? '', 1)
    expect(await refused('DELETE', `products/${item.id}?version=2`)).toMatchObject({
      status: 409,
      detail: 'Orders hold pieces of Bearing kit. Hide it until they are done, or cancel them.',
    })
    await db.delete(shopHolds).where(eq(shopHolds.orderId, orderId))
    expect(await refused('DELETE', `products/${item.id}?version=1`)).toMatchObject({ detail: STALE })
    expect((await api.take('DELETE', `products/${item.id}?version=2`)).revision).toBeGreaterThan(0)
    expect([await db.$count(shopVariants), await db.$count(shopSlugRedirects)]).toEqual([0, 0])
  })
})

describe('the variants of a product', () => {
  test('are changed, added, removed and put in order by one form, and keep their stock', async () => {
    const [one, two] = [variant('A'), variant('B')]
    const { item } = await create({ variants: [one, two] })
    await api.take('POST', `products/variants/${two.id}/stock`, { id: randomUUID(), pieces: 5, reason: 'Delivery' })
    const three = variant('C', { priceCents: 1_200 })
    const { item: after } = await update(item, { variants: [three, { ...two, label: 'Second' }] })
    expect(after.variants.map(({ sku, label, onHand }) => [sku, label, onHand])).toEqual([
      ['C', 'C', 0],
      ['B', 'Second', 5],
    ])
  })

  test('may exchange their SKUs', async () => {
    const [one, two] = [variant('A'), variant('B')]
    const { item } = await create({ variants: [one, two] })
    const swapped = [
      { ...one, sku: 'B' },
      { ...two, sku: 'A' },
    ]
    expect((await update(item, { variants: swapped })).item.variants.map(({ sku }) => sku)).toEqual(['B', 'A'])
  })

  test('have SKUs that no other product has, whatever their case', async () => {
    await create()
    const form = { id: randomUUID(), ...fields({ slug: 'seal-kit', variants: [variant('X'), variant('kit-1')] }) }
    expect(await refused('POST', 'products', form)).toMatchObject({
      status: 409,
      detail: 'Another product has the SKU KIT-1.',
    })
  })

  test('of another product are not taken over by their ids', async () => {
    const { item } = await create()
    const stolen = variant('X', { id: item.variants[0]?.id ?? '' })
    const form = { id: randomUUID(), ...fields({ slug: 'seal-kit', variants: [stolen] }) }
    expect(await refused('POST', 'products', form)).toMatchObject({ status: 409 })
    expect((await db.select().from(shopVariants))[0]).toMatchObject({ productId: item.id, sku: 'KIT-1' })
  })

  test('stay while an order holds pieces of them', async () => {
    const [one, two] = [variant('A'), variant('B', { label: 'Wall sheet' })]
    const { item } = await create({ variants: [one, two] })
    await storeHold(db, two.id, 1)
    expect(await refused('PATCH', `products/${item.id}`, formOf(item, { variants: [one] }))).toMatchObject({
      detail: 'Orders hold pieces of Wall sheet. Hide it until they are done, or cancel them.',
    })
  })

  test('that were sold leave their order as it is when they are removed', async () => {
    const [one, two] = [variant('A'), variant('B')]
    const { item } = await create({ variants: [one, two] })
    const { lineId, readLine } = await storeShopOrder(db, { variantId: two.id, sku: 'B', title: 'Bearing kit' })
    await update(item, { variants: [one] })
    expect(await readLine(lineId)).toMatchObject({ variantId: null, sku: 'B', title: 'Bearing kit' })
  })

  test('one alone needs no name', async () => {
    const { item } = await create({ variants: [variant('A', { label: '' })] })
    expect(item.variants).toMatchObject([{ label: '' }])
  })

  test.each([
    ['none', []],
    ['too many', Array.from({ length: MOST_VARIANTS + 1 }, (_, at) => variant(`S${at}`))],
    ['a price of nothing', [variant('A', { priceCents: 0 })]],
    ['a fraction of a cent', [variant('A', { priceCents: 9.5 })]],
    ['a huge price', [variant('A', { priceCents: 1e9 })]],
    ['two of one SKU', [variant('a'), variant('A')]],
    ['two without a name', [variant('A', { label: '' }), variant('B', { label: '' })]],
  ])('are refused with a sentence: %s', async (_, variants) => {
    const answer = await refused('POST', 'products', { id: randomUUID(), ...fields({ variants }) })
    expect(answer).toMatchObject({ status: 400 })
  })
})

describe('the stock of a variant', () => {
  const stock = (id: string, pieces: number, changeId = randomUUID()): Promise<Saved> =>
    api.take('POST', `products/variants/${id}/stock`, { id: changeId, pieces, reason: 'Counted' })

  test('is changed once for each id, and audited with the reason', async () => {
    const one = variant('A')
    const { item } = await create({ variants: [one] })
    const id = randomUUID()
    expect((await stock(one.id, 20, id)).item.variants[0]).toMatchObject({ onHand: 20, held: 0, free: 20 })
    expect(await stock(one.id, 20, id)).toMatchObject({ revision: null, item: { variants: [{ onHand: 20 }] } })
    const other = { id, pieces: 5, reason: 'Counted' }
    expect(await refused('POST', `products/variants/${one.id}/stock`, other)).toMatchObject({ detail: STALE })
    const entries = (await auditOf(db, item.id)).filter(({ action }) => action === 'product.stock')
    expect(entries).toMatchObject([
      { before: { sku: 'A', onHand: 0 }, after: { sku: 'A', onHand: 20, pieces: 20, reason: 'Counted' } },
    ])
    expect((await api.take('GET', `products/${item.id}/stock-changes`)).items).toMatchObject([
      { pieces: 20, reason: 'Counted', variantId: one.id },
    ])
  })

  test('never falls below what orders hold', async () => {
    const one = variant('A')
    await create({ variants: [one] })
    await stock(one.id, 5)
    await storeHold(db, one.id, 3)
    const change = (pieces: number) => ({ id: randomUUID(), pieces, reason: 'Broken' })
    expect(await refused('POST', `products/variants/${one.id}/stock`, change(-3))).toMatchObject({
      status: 409,
      detail: NOT_THAT_MANY,
    })
    expect((await stock(one.id, -2)).item.variants[0]).toMatchObject({ onHand: 3, held: 3, free: 0 })
  })

  test('is not changed where it is not counted', async () => {
    const one = variant('A', { tracksStock: false })
    await create({ variants: [one] })
    const change = { id: randomUUID(), pieces: 5, reason: 'Counted' }
    expect(await refused('POST', `products/variants/${one.id}/stock`, change)).toMatchObject({ status: 409 })
  })

  test('asks for a build only when a page says something else: in stock, few left, sold out', async () => {
    const one = variant('A', { lowStockAt: 2 })
    await create({ variants: [one] })
    const seen: [number, string | undefined, boolean][] = []
    for (const pieces of [10, 5, -12, -1, -2, 1]) {
      const { revision } = await stock(one.id, pieces)
      const [product] = (await readShop(db)).products
      seen.push([pieces, product?.variants[0]?.stock, revision !== null])
    }
    expect(seen).toEqual([
      [10, 'in', true],
      [5, 'in', false],
      [-12, 'in', false],
      [-1, 'low', true],
      [-2, 'out', true],
      [1, 'low', true],
    ])
  })
})

describe('the order of the products', () => {
  const titles = async () => (await readShop(db)).products.map(({ title }) => title)
  const createThree = async () => {
    const made: Saved[] = []
    for (const title of ['One', 'Two', 'Six'])
      made.push(await create({ title, slug: title.toLowerCase(), variants: [variant(title)] }))
    return made.map(({ item }) => item.id)
  }

  test('is that of the shop; products keep the places that they have together', async () => {
    const [one = '', two = '', six = ''] = await createThree()
    expect(await titles()).toEqual(['One', 'Two', 'Six'])
    expect((await api.take('PUT', 'products/order', { ids: [six, one] })).revision).toBeGreaterThan(0)
    expect(await titles()).toEqual(['Six', 'Two', 'One'])
    expect((await api.take('PUT', 'products/order', { ids: [six, two, one] })).revision).toBeNull()
  })

  test('tells products apart that were added at the same moment', async () => {
    const ids = await createThree()
    await db.update(shopProducts).set({ displayOrder: 7 })
    const wanted = [...ids].reverse()
    await api.take('PUT', 'products/order', { ids: wanted })
    expect((await readShop(db)).products.map(({ id }) => id)).toEqual(wanted)
  })

  test('is refused for a product that was deleted', async () => {
    const [one = ''] = await createThree()
    expect(await refused('PUT', 'products/order', { ids: [one, randomUUID()] })).toMatchObject({ detail: STALE })
  })

  test('is the one of the list, page by page, and of what is looked for', async () => {
    const ids = await createThree()
    const first = await api.take('GET', 'products?limit=2')
    const rest = await api.take('GET', `products?limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...rest.items].map(({ id }: ProductEntry) => id)).toEqual(ids)
    expect(rest.nextCursor).toBeNull()
    const found = await api.take('GET', 'products?q=si')
    expect(found.items.map(({ title }: ProductEntry) => title)).toEqual(['Six'])
  })
})
