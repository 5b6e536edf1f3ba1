import { type Product, startProduct } from '#tests/support/product.ts'
import { test as siteTest } from './site-test.ts'

/**
 * A browser test on a product that one file has to itself, without events, menu or settings at first: what is made public
 * there changes pages. Its tests run one after the other, each where the one before ended.
 */
export function ownProductTest() {
  const test = siteTest.extend<object, { own: Product }>({
    own: [
      async ({ playwright: _ }, use) => {
        const own = await startProduct({ SEED: 'none' })
        await use(own)
        await own.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    baseURL: ({ own }, use) => use(own.url),
  })
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  return test
}
