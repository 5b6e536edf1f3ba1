import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { makeSecretKey } from '#db/sealed.ts'
import { openIdProvider } from '#tests/support/open-id-provider.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { TEST_SECRET_KEY } from '#tests/support/secret-key.ts'
import { storeForAdmins } from './hostile-admin.ts'
import { SITE_NAME, storePublished, storeUnbuilt } from './hostile-site.ts'
import type { ProductName, Started } from './products.ts'

type Stoppable = Started & { stop: () => Promise<void> }

/** How each product of the browser tests is started. */
export const START: Record<ProductName, () => Promise<Stoppable>> = {
  demo: async () => told(await start({ SHOP: 'card-demo' })),
  publishing: async () => told(await start({ SEED: 'none' })),
  empty: startWithGoogle,
  hostile: startHostile,
}

function start(variables: Record<string, string>, store?: (tx: Db) => Promise<void>): Promise<Product> {
  return startProduct(variables, { areCallersApart: true, isRoomy: true, ...(store && { store }) })
}

/** What leaves this process of a product. */
function told({ url, dataDir, stop }: Product): Stoppable {
  return { url, dataDir, stop }
}

async function startWithGoogle(): Promise<Stoppable> {
  const port = await freePort()
  const provider = await openIdProvider(`http://localhost:${port}/api/auth/google/callback`)
  const google = {
    GOOGLE_CLIENT_ID: provider.clientId,
    GOOGLE_CLIENT_SECRET: provider.clientSecret,
    GOOGLE_ISSUER: provider.issuer,
  }
  try {
    const product = await start({ PORT: String(port), SEED: 'none', ...google })
    const stop = () => product.stop().finally(provider.close)
    return { ...told(product), google: provider.issuer, stop }
  } catch (cause) {
    await provider.close()
    throw cause
  }
}

async function startHostile(): Promise<Stoppable> {
  const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const secrets = secretsWith(signingKey)
  // This process seals the answers that it stores with the key of tests; the product has to open them.
  const SECRET_KEY = `${secrets.SECRET_KEY},${TEST_SECRET_KEY}`
  const variables = { ...secrets, SECRET_KEY, GOOGLE_CLIENT_ID: 'site', SITE_NAME, SEED: 'none' }
  const product = await start(variables, storePublished)
  try {
    await product.query(async (db) => {
      await storeUnbuilt(db)
      await db.transaction(storeForAdmins)
    })
    // What is worth something without the rest, too.
    return { ...told(product), planted: [...Object.values(secrets), signingKey.d ?? ''] }
  } catch (cause) {
    await product.stop()
    throw cause
  }
}

/** Variables that the product knows, and some that only happen to be in the environment. None may reach a file. */
function secretsWith(signingKey: object): Record<string, string> {
  const secret = () => randomBytes(18).toString('base64url')
  return {
    BUILD_HOOK_URL: `https://hooks.example/${secret()}`,
    SMTP_URL: `smtp://user:${secret()}@mail.example:587`,
    TOKEN_KEYS: JSON.stringify([{ ...signingKey, kid: 'planted' }]),
    GOOGLE_CLIENT_SECRET: secret(),
    OWNER_PASSWORD: secret(),
    SECRET_KEY: makeSecretKey(),
    NETLIFY_AUTH_TOKEN: secret(),
  }
}
