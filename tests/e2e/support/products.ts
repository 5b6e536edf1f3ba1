import { productAt, type RunningProduct } from '#tests/support/product.ts'

/**
 * The products of a run of the browser tests, each started when the first test asks for it:
 * `demo` has the demo, `empty` no event and Google beside the password, `publishing` is for tests that change what is public,
 * `hostile` is full of hostile texts.
 */
export const PRODUCTS = ['demo', 'publishing', 'empty', 'hostile'] as const
export type ProductName = (typeof PRODUCTS)[number]

/** What the global setup tells of a product. */
export type Started = {
  url: string
  dataDir: string
  /** The OpenID provider that plays Google there, if it offers Google. */
  google?: string
  /** Secrets that were planted in its environment. */
  planted?: readonly string[]
}

/** Where the global setup answers, in the environment of all workers. */
export const ADDRESS = 'WORKSHOP_TEST_PRODUCTS'

/** Asks for a product and waits until it runs. */
export async function runningProduct(name: ProductName): Promise<RunningProduct & Started> {
  const address = process.env[ADDRESS]
  if (!address) throw new Error(`${ADDRESS} is not set: run these tests with playwright test.`)
  const answer = await fetch(`${address}/${name}`)
  if (!answer.ok) throw new Error(`The product "${name}" did not start:\n${await answer.text()}`)
  const started: Started = await answer.json()
  return { ...started, ...productAt(started.url, started.dataDir) }
}
