import { randomUUID } from 'node:crypto'
import type { Ground, ReadCall, WriteCall } from './call.ts'

/** The form of a product, with one variant. */
function formOf({ isPublic, id = randomUUID() }: { isPublic: boolean; id?: string }) {
  const mark = randomUUID().slice(0, 8)
  return {
    slug: `kit-${mark}`,
    title: `Kit ${mark}`,
    kind: 'kit',
    summary: 'A kit.',
    description: 'Two **bearings**.',
    contents: ['Two bearings'],
    usage: '',
    pictures: [{ url: '/demo/logos/gauge.svg', alt: 'A gauge' }],
    isActive: isPublic,
    isTaxed: true,
    variants: [
      { id, sku: `KIT-${mark}`, label: '', priceCents: 28_900, tracksStock: true, lowStockAt: 2, isActive: true },
    ],
  }
}

export const SHOP_WRITES: Record<string, WriteCall> = {
  'POST /api/admin/products': {
    prepare: (ground) => ({ body: { id: randomUUID(), ...formOf(ground) } }),
    shows: 'where public',
    action: 'product.create',
    keeps: 'after',
  },
  'PATCH /api/admin/products/:id': {
    prepare: async (ground) => {
      const { id, variantId } = await ground.product()
      return { path: [id], body: { ...formOf({ isPublic: ground.isPublic, id: variantId }), version: 1 } }
    },
    shows: 'where public',
    action: 'product.update',
    keeps: 'both',
  },
  'DELETE /api/admin/products/:id': {
    prepare: async ({ product }) => ({ path: [(await product()).id], query: 'version=1' }),
    shows: 'where public',
    action: 'product.delete',
    keeps: 'before',
  },
  'PUT /api/admin/products/order': {
    prepare: async ({ product }) => {
      const [first, second] = [await product(), await product()]
      return { body: { ids: [second.id, first.id] } }
    },
    shows: 'where public',
    action: 'product.reorder',
    keeps: 'both',
  },
  'POST /api/admin/products/variants/:id/stock': {
    prepare: async ({ product }) => ({
      path: [(await product()).variantId],
      body: { id: randomUUID(), pieces: 20, reason: 'Delivery' },
    }),
    shows: 'where public',
    action: 'product.stock',
    keeps: 'both',
  },
}

const one: ReadCall = async ({ product }: Ground) => ({ path: [(await product()).id] })

export const SHOP_READS: Record<string, ReadCall> = {
  'GET /api/admin/products': () => ({ query: 'q=kit&limit=5' }),
  'GET /api/admin/products/:id': one,
  'GET /api/admin/products/:id/stock-changes': one,
  'POST /api/admin/products/preview': () => ({ body: { source: 'Two **bearings**.' } }),
}
