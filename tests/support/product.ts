import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProductDatabase, productDatabase } from './product-database.ts'
import { unmigratedData } from './unmigrated-data.ts'

const root = join(import.meta.dirname, '../..')
const READY_WITHIN = 180_000

/** A running product, wherever it was started. */
export type RunningProduct = ProductDatabase & {
  url: string
  dataDir: string
  /** Folder of the site that visitors see now. */
  release: string
  /** Runs `npm run event -- …` against it and gives what that printed. Throws when the command fails. */
  event: (...args: string[]) => Promise<string>
}

/** The whole product in a process of its own, as `npm start` runs it, in a data folder of its own. */
export type Product = RunningProduct & {
  /** Everything it has printed so far. */
  output: () => string
  stop: () => Promise<void>
}

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
    ...productDatabase(url, dataDir),
  }
}

/**
 * Starts the product, on a free port unless `PORT` names one, and waits until it answers. `variables` join its environment.
 * Making a database is a third of a first start, so it begins with a copy of an unmigrated one; `isFirst` begins with nothing.
 */
export async function startProduct(
  variables: Record<string, string> = {},
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'workshop-product-'))
  if (!isFirst) await cp(await unmigratedData(), dataDir, { recursive: true })
  const port = variables.PORT ?? (await freePort())
  const environment = { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...variables }
  const child = spawn(process.execPath, startArguments(), { cwd: root, env: environment })
  const printed: string[] = []
  child.stdout.on('data', (chunk) => printed.push(String(chunk)))
  child.stderr.on('data', (chunk) => printed.push(String(chunk)))
  const output = () => printed.join('')
  const url = `http://localhost:${port}`
  await ready(url, child, output)
  return {
    ...productAt(url, dataDir, variables),
    output,
    stop: async () => {
      await ended(child)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** What `npm start` hands to Node. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, , ...args] = scripts.start.split(' ')
  return args
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const giveUp = Date.now() + READY_WITHIN
  while (Date.now() < giveUp && child.exitCode === null) {
    const response = await fetch(`${url}/api/health`).catch(() => undefined)
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

/** A port nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
