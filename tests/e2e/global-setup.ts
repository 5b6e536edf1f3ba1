import { startProduct } from '../support/product.ts'

/**
 * Starts two products for all browser tests: one with the demo (`PRODUCT_URL`, `PRODUCT_DATA_DIR`), one without any event
 * (`EMPTY_PRODUCT_URL`, `EMPTY_PRODUCT_DATA_DIR`). Tests that change what pages show start a product of their own.
 * Where these variables are set already, the products they name are used: that spares the start while writing a test.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.PRODUCT_URL && process.env.EMPTY_PRODUCT_URL) return async () => {}
  const starting = await Promise.allSettled([startProduct({}, { isFirst: true }), startProduct({ SEED: 'none' })])
  const products = starting.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()))
  }
  const failed = starting.find((start) => start.status === 'rejected')
  const [demo, empty] = products
  if (failed || !demo || !empty) {
    await stop()
    throw failed?.reason
  }
  process.env.PRODUCT_URL = demo.url
  process.env.PRODUCT_DATA_DIR = demo.dataDir
  process.env.EMPTY_PRODUCT_URL = empty.url
  process.env.EMPTY_PRODUCT_DATA_DIR = empty.dataDir
  return stop
}
