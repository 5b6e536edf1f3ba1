import { NOT_FOUND } from '#src/contract/failure.ts'
import type { Preview } from '#src/contract/forum-post.ts'
import { deleteQuery } from '#src/contract/library.ts'
import {
  newProduct,
  productChange,
  productOrder,
  productPreview,
  productQuery,
  stockChange,
} from '#src/contract/shop-product.ts'
import { renderPost } from '#src/domain/forum/render-post.ts'
import { changeStock } from '#src/domain/shop-products/change-stock.ts'
import { orderProducts } from '#src/domain/shop-products/order-products.ts'
import { listProducts, listStockChanges, readProduct } from '#src/domain/shop-products/read-products.ts'
import { createProduct, deleteProduct, updateProduct } from '#src/domain/shop-products/save-product.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** The products of the shop. (product 2: library/products) */
export const productRoutes = routes('admin')
  .get('/', noStore, acceptQuery(productQuery), async (c) =>
    c.json(await listProducts(c.var.db, c.req.valid('query'), c.var.clock())),
  )
  .get('/:id', noStore, async (c) => c.json(await readProduct(c.var.db, idIn(c, NOT_FOUND.product), c.var.clock())))
  .get('/:id/stock-changes', noStore, async (c) =>
    c.json({ items: await listStockChanges(c.var.db, idIn(c, NOT_FOUND.product)) }),
  )
  .post('/', accept(newProduct), async (c) =>
    c.json(await withRebuild(c, createProduct(c.var.db, c.req.valid('json'), makeContext(c))), 201),
  )
  .post('/preview', noStore, accept(productPreview), async (c) => {
    const { html } = renderPost(c.req.valid('json').source)
    return c.json<Preview>({ html })
  })
  .post('/variants/:id/stock', accept(stockChange), async (c) => {
    const id = idIn(c, NOT_FOUND.product)
    return c.json(await withRebuild(c, changeStock(c.var.db, id, c.req.valid('json'), makeContext(c))))
  })
  .put('/order', accept(productOrder), async (c) =>
    c.json(await withRebuild(c, orderProducts(c.var.db, c.req.valid('json').ids, readActor(c)))),
  )
  .patch('/:id', accept(productChange), async (c) => {
    const id = idIn(c, NOT_FOUND.product)
    return c.json(await withRebuild(c, updateProduct(c.var.db, id, c.req.valid('json'), makeContext(c))))
  })
  .delete('/:id', acceptQuery(deleteQuery), async (c) => {
    const { version } = c.req.valid('query')
    const id = idIn(c, NOT_FOUND.product)
    return c.json(await withRebuild(c, deleteProduct(c.var.db, id, version, makeContext(c))))
  })
