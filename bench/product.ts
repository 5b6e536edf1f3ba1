import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningServer, type RunningServer } from '#netlify/local/running-server.ts'
import { type StartOptions, startProduct } from '#tests/support/product.ts'
import { openWorkshop } from './build-run.ts'
import { within } from './child.ts'

/** The product as `npm start` runs it, with the demo, in a data folder of this run. */
export type BenchProduct = {
  url: string
  dataDir: string
  /** The release that is live. */
  release: string
  server: RunningServer
  output: () => string
  stop: () => Promise<void>
}

/** Who made the demo's product, to sign in with. */
export const OWNER = { email: 'owner@bench.example', password: 'gauge 41 leaks twice' }

/** Starts the product and waits until it serves. What it printed is in the error when it does not. `more` joins its environment. */
export async function openProduct(
  more: Record<string, string> = {},
  options: StartOptions = {},
): Promise<BenchProduct> {
  const { folder, clear } = await openWorkshop()
  const dataDir = join(folder, 'data')
  try {
    const owner = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password }
    const fixed = { DATA_DIR: dataDir, DATABASE_URL: '', SITE_URL: '', SEED: 'demo', ...owner }
    const product = await startProduct({ ...fixed, ...more }, options)
    const server = await findRunningServer(dataDir)
    if (!server) throw new Error(`The product serves but does not say so in ${dataDir}:\n${product.output()}`)
    const end = () => process.kill(server.pid, 'SIGKILL')
    process.once('exit', end)
    const stop = async () => {
      process.off('exit', end)
      await within(60_000, 'Stopping the product', product.stop()).finally(clear)
    }
    return { url: product.url, dataDir, release: join(dataDir, 'current'), server, output: product.output, stop }
  } catch (cause) {
    await clear()
    throw cause
  }
}

/**
 * Asks `isTrue` every few milliseconds until it says so. Rejects with the product's output when that takes more than
 * `patience` milliseconds or the product no longer answers.
 */
export async function until(isTrue: () => Promise<boolean>, { output }: BenchProduct, patience: number): Promise<void> {
  const started = performance.now()
  while (performance.now() - started < patience) {
    const answer = await isTrue().catch((cause: unknown) => {
      throw new Error(`The product does not answer: ${cause}\n${output()}`)
    })
    if (answer) return
    await sleep(50)
  }
  throw new Error(`Waited ${patience / 1000} s in vain:\n${output()}`)
}

/** A POST, as pages send it. Throws for an answer that is no success, with what it says. */
export async function send(url: string, headers: Record<string, string>, body?: object): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  return answer
}
