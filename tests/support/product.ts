import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, openDb } from '#db/client.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { freePort } from '#db/postgres-server.ts'
import { folderForData } from './memory.ts'
import { type ProductDatabase, productDatabase } from './product-database.ts'
import { provideTestKey, TEST_SECRET_KEY } from './secret-key.ts'

const root = join(import.meta.dirname, '../..')
const CALLERS_APART = join(import.meta.dirname, 'callers-apart.ts')
const READY_WITHIN = 180_000

/** A running product, wherever it was started. */
export type RunningProduct = ProductDatabase & {
  url: string
  dataDir: string
  /** Folder of the site that visitors see now. */
  release: string
  /** Runs `npm run event -- …` against it and gives what that printed. Throws when the command fails. */
  event: (...args: string[]) => Promise<string>
  /** Everything it has printed so far. Throws for a product that `startProduct` did not start. */
  output: () => string
}

/** The whole product in a process of its own, as `npm start` runs it, in a data folder of its own. */
export type Product = RunningProduct & { stop: () => Promise<void> }

/** The product that somebody else started on this data folder. */
export function productAt(
  url: string,
  dataDir: string,
  variables: Record<string, string | undefined> = {},
): RunningProduct {
  return {
    url,
    dataDir,
    release: join(dataDir, 'current'),
    event: (...args) => runEvent(args, { ...process.env, ...variables, PORT: new URL(url).port, DATA_DIR: dataDir }),
    output: () => readFileSync(getOutput(dataDir), 'utf8'),
    ...productDatabase(url, dataDir),
  }
}

export type StartOptions = {
  /** Gives each connection an address of its own, so that no limit by address holds. */
  areCallersApart?: boolean
  /** Lets the server take memory as it likes: what keeps it small in `npm start` costs a third of its processor time. */
  isRoomy?: boolean
  /** Modules that the server loads before its own. */
  preloaded?: readonly string[]
  /** Fills the migrated database before the first build. */
  store?: (tx: Db) => Promise<void>
}

/** Starts the product, on a free port unless `PORT` names one, and waits until it answers. `variables` join its environment. */
export async function startProduct(
  variables: Record<string, string> = {},
  { areCallersApart = false, isRoomy = false, preloaded = [], store }: StartOptions = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(folderForData(), 'workshop-product-'))
  await chmod(dataDir, 0o755) // PostgreSQL does not run as root, and needs to reach it
  provideTestKey()
  if (store) await storeBeforeStart(dataDir, store)
  const port = variables.PORT ?? (await freePort())
  const { args, set } = startCommand(isRoomy)
  const environment = {
    ...process.env,
    ...set,
    // Vitest says here that somebody develops: a build would read the site again for every page.
    DEV: undefined,
    PORT: String(port),
    DATA_DIR: dataDir,
    SECRET_KEY: TEST_SECRET_KEY,
    CHECKS: 'asked',
    ...variables,
  }
  const output = openSync(getOutput(dataDir), 'a')
  const imported = [...(areCallersApart ? [CALLERS_APART] : []), ...preloaded].flatMap((file) => ['--import', file])
  const child = spawn(process.execPath, [...imported, ...args], {
    cwd: root,
    env: environment,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const url = `http://localhost:${port}`
  const product = productAt(url, dataDir, variables)
  await ready(product, child)
  return {
    ...product,
    stop: async () => {
      await product.leave()
      await ended(child)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
      await rm(getOutput(dataDir), { force: true })
    },
  }
}

async function storeBeforeStart(dataDir: string, store: (tx: Db) => Promise<void>): Promise<void> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(url)
    const { db, close } = openDb(url, { max: 1 })
    await db.transaction(store).finally(close)
  } finally {
    await stop()
  }
}

/** Where a product that was started on this folder prints. Beside it: the folder is the product's alone. */
const getOutput = (dataDir: string) => `${dataDir}.log`

/** What `npm start` hands to Node, without its options for a roomy server, and the variables it sets. */
function startCommand(isRoomy: boolean): { args: string[]; set: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const words: string[] = scripts.start.split(' ')
  const set = words.slice(0, words.indexOf('exec')).map((word) => word.split('='))
  const args = words.slice(words.indexOf('node') + 1).filter((word) => !isRoomy || !word.startsWith('--'))
  return { args, set: Object.fromEntries(set) }
}

async function ready({ url, output }: RunningProduct, child: ChildProcess): Promise<void> {
  const giveUp = Date.now() + READY_WITHIN
  while (Date.now() < giveUp && child.exitCode === null) {
    // Another server may have this port for a moment before the product does, and never answer.
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  child.kill('SIGKILL')
  throw new Error(`The product did not start:\n${output()}`)
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

function runEvent(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['netlify/local/event.ts', ...args], { cwd: root, env })
    let printed = ''
    child.stdout.on('data', (chunk) => (printed += chunk))
    child.stderr.on('data', (chunk) => (printed += chunk))
    child.once('exit', (code) => (code === 0 ? resolve(printed) : reject(new Error(printed))))
  })
}
