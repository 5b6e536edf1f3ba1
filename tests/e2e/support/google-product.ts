import { openIdProvider, type Person } from '#tests/support/open-id-provider.ts'
import { freePort, type Product, startProduct } from '#tests/support/product.ts'
import { freshName } from './people.ts'
import { test as siteTest } from './site-test.ts'

type Provider = Awaited<ReturnType<typeof openIdProvider>>

/** A browser test on a product of its own that offers Google, which a real OpenID provider on loopback plays. */
export const test = siteTest.extend<object, { site: Product & { provider: Provider } }>({
  site: [
    async ({ playwright: _ }, use) => {
      const port = await freePort()
      const provider = await openIdProvider(`http://localhost:${port}/api/auth/google/callback`)
      try {
        const product = await startProduct({
          PORT: String(port),
          SEED: 'none',
          GOOGLE_CLIENT_ID: provider.clientId,
          GOOGLE_CLIENT_SECRET: provider.clientSecret,
          GOOGLE_ISSUER: provider.issuer,
        })
        await use({ ...product, provider }).finally(product.stop)
      } finally {
        await provider.close()
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
})

/** Somebody with a Google account who never was here. */
export function stranger(email = `${freshName()}@gauge.example`): Person {
  return { sub: freshName(), email, email_verified: true, name: 'Ada Wrench' }
}
