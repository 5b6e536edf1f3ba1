import { test as siteTest } from './site-test.ts'

const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

/** A browser test on the product that is full of hostile texts. Images elsewhere load. */
export const test = siteTest.extend({
  baseURL: ({ hostile }, use) => use(hostile.url),
  context: async ({ context }, use) => {
    await context.route(/^https:/, (route) => route.fulfill({ body: DOT, contentType: 'image/svg+xml' }))
    await use(context)
  },
})
