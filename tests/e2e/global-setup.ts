import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADDRESS, PRODUCTS, type ProductName, type Started } from './support/products.ts'
import { START } from './support/start-products.ts'

type Running = Started & { stop: () => Promise<void> }

/**
 * Starts the products of `support/products.ts`, each once, and answers with where they are. With `START_PRODUCTS=all` it
 * starts them all, the demo first, while tests that need no other run already; else each when a test asks for it.
 * A product of yours is used where its address and folder are set, such as `DEMO_URL` and `DEMO_DATA_DIR`: that spares the
 * start while you write a test.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const products = openProducts()
  const server = createServer(async (request, response) => {
    const name = PRODUCTS.find((known) => request.url === `/${known}`)
    try {
      if (!name) throw new Error(`There is no product ${request.url}`)
      response.end(JSON.stringify(await products.start(name)))
    } catch (cause) {
      response.writeHead(500).end(String(cause))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.close().closeAllConnections()
    await products.stop()
  }
  if (process.env.START_PRODUCTS !== 'all') return stop
  const starting = startAll(products.start)
  try {
    await products.start('demo')
  } catch (cause) {
    await starting
    await stop()
    throw cause
  }
  return stop
}

function openProducts() {
  const running = new Map<ProductName, Promise<Running>>()
  const told: string[] = []
  const startTimed = async (name: ProductName) => {
    const started = performance.now()
    const product = await START[name]()
    told.push(`${name} ${((performance.now() - started) / 1000).toFixed(1)}`)
    return product
  }
  return {
    start: (name: ProductName) => {
      const product = running.get(name) ?? yours(name) ?? startTimed(name)
      running.set(name, product)
      return product
    },
    stop: async () => {
      if (told.length > 0) console.log(`\nseconds until each product ran: ${told.join(', ')}`)
      await Promise.allSettled([...running.values()].map((product) => product.then(({ stop }) => stop())))
    },
  }
}

/** Two at a time, since each builds a site. Who asks for one that did not start hears why. */
async function startAll(start: (name: ProductName) => Promise<Running>): Promise<void> {
  const rest = PRODUCTS.values()
  const startRest = async () => {
    for (const name of rest) await start(name).catch(() => {})
  }
  await Promise.all([startRest(), startRest()])
}

function yours(name: ProductName): Promise<Running> | undefined {
  const { [`${name.toUpperCase()}_URL`]: url, [`${name.toUpperCase()}_DATA_DIR`]: dataDir } = process.env
  return url && dataDir ? Promise.resolve({ url, dataDir, stop: async () => {} }) : undefined
}
