import { startProduct } from '../support/product.ts'

/** Starts the product with the demo once for all browser tests. Its address stands in `PRODUCT_URL`. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct()
  process.env.PRODUCT_URL = product.url
  process.env.PRODUCT_DATA_DIR = product.dataDir
  return product.stop
}
