import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { type ProductName, runningProduct } from './products.ts'
import { type Trouble, watchForTrouble } from './trouble.ts'

export { expect } from '@playwright/test'

const STARTED_WITHIN = 300_000

type Product = Awaited<ReturnType<typeof runningProduct>>
type Products = {
  /** The product with the demo. Nobody changes what its pages show. */
  product: Product
  /** A product without events, menu or settings. It offers Google. */
  empty: Product
  /** The product whose public pages tests may change: see `publishingTest`. */
  publishing: Product
  /** The product full of hostile texts: see `hostile-product.ts`. */
  hostile: Product
}

const watched = new WeakMap<BrowserContext, Trouble>()
const paused = new WeakSet<BrowserContext>()

/**
 * A browser test on the product with the demo: paths are relative to it. Every page of the test is watched, and the test fails
 * if one opens a dialog, breaks its policy, throws, or writes an error to the console that the test did not announce.
 */
export const test = base.extend<{ trouble: Trouble }, Products>({
  product: [({ playwright: _ }, use) => during('demo', use), { scope: 'worker', timeout: STARTED_WITHIN }],
  empty: [({ playwright: _ }, use) => during('empty', use), { scope: 'worker', timeout: STARTED_WITHIN }],
  publishing: [({ playwright: _ }, use) => during('publishing', use), { scope: 'worker', timeout: STARTED_WITHIN }],
  hostile: [({ playwright: _ }, use) => during('hostile', use), { scope: 'worker', timeout: STARTED_WITHIN }],
  baseURL: ({ product }, use) => use(product.url),
  // Not a fixture that every test has: one that opens no page needs no browser.
  context: async ({ context, permissions }, use) => {
    const trouble = await watchForTrouble(context)
    watched.set(context, trouble)
    await use(context)
    trouble.expectNone()
    // The next test has the same context, of which Playwright resets the rest (`reuseContext`).
    if (paused.has(context)) await context.clock.resume()
    await context.setOffline(false)
    await context.clearPermissions()
    if (permissions) await context.grantPermissions(permissions)
  },
  trouble: async ({ context }, use) => {
    const trouble = watched.get(context)
    if (!trouble) throw new Error('This context is not watched')
    await use(trouble)
  },
})

export type { Page }

/**
 * Stops the clock of the test's pages at a time. After the test it runs again: Playwright starts a stopped clock while it already resets the context, and
 * can leave a script behind that throws in the pages of the next test. (decision 0071)
 */
export async function pauseClock(page: Page, at: number): Promise<void> {
  paused.add(page.context())
  await page.clock.pauseAt(at)
}

/** Hands out a product for as long as a worker lives. */
async function during(name: ProductName, use: (product: Product) => Promise<void>): Promise<void> {
  const product = await runningProduct(name)
  await use(product)
  await product.leave()
}
