import { test as base, type Page } from '@playwright/test'
import { productAt, type RunningProduct } from '#tests/support/product.ts'
import { watchForTrouble } from './trouble.ts'

export { expect } from '@playwright/test'

type Products = {
  /** The product with the demo. Nobody changes what its pages show. */
  product: RunningProduct
  /** A product without events, menu or settings. */
  empty: RunningProduct
}

/**
 * A browser test on the product with the demo: paths are relative to it. Every page of the test is watched, and the test fails
 * if one opens a dialog, breaks its policy, throws, or writes an error to the console that the test did not announce.
 */
export const test = base.extend<{ trouble: Awaited<ReturnType<typeof watchForTrouble>> }, Products>({
  product: [({ playwright: _ }, use) => use(given('PRODUCT')), { scope: 'worker' }],
  empty: [({ playwright: _ }, use) => use(given('EMPTY_PRODUCT')), { scope: 'worker' }],
  baseURL: ({ product }, use) => use(product.url),
  trouble: [
    async ({ context }, use) => {
      const trouble = await watchForTrouble(context)
      await use(trouble)
      trouble.expectNone()
    },
    { auto: true },
  ],
})

export type { Page }

/** A product that the global setup has started. */
function given(name: 'PRODUCT' | 'EMPTY_PRODUCT'): RunningProduct {
  const { [`${name}_URL`]: url, [`${name}_DATA_DIR`]: dataDir } = process.env
  if (!url || !dataDir) throw new Error(`${name}_URL is not set: run these tests with playwright test.`)
  return productAt(url, dataDir)
}
