import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { firstMessage, outputOf, watch, within } from './child.ts'
import { openBenchDatabase } from './database.ts'
import { storeEvents } from './events.ts'
import { againstReference, atLeast, median, type Row } from './table.ts'

const EVENTS = 200
const SLUG = 'kansas-city-2026'
const ROUNDS = 5
const SECONDS = 2
const LEAST_REQUESTS = 0.6
const MOST_P99 = 2

type Load = { perSecond: number; p99: number }
type Side = { url: string; child: ChildProcess; output: () => string }

/** Public reads against a bare Hono handler with the same queries on the same database, in turns. */
export async function benchApi(): Promise<Row[]> {
  const database = await openBenchDatabase()
  const sides: Side[] = []
  try {
    await storeEvents(database.db, EVENTS)
    const bare = await start('bare', database.url)
    sides.push(bare)
    const ours = await start('ours', database.url)
    sides.push(ours)
    const rows: Row[] = []
    for (const path of [`/api/events/${SLUG}`, '/api/events']) {
      for (const connections of [10, 50]) {
        const what = `${path}, ${connections} connections, ${database.name}`
        rows.push(...rowsOf(what, await inTurns({ bare, ours }, path, connections)))
      }
    }
    return rows
  } finally {
    for (const { child } of sides) child.kill('SIGKILL')
    await database.close()
  }
}

function rowsOf(what: string, { ours, bare }: { ours: Load; bare: Load }): Row[] {
  return [
    atLeast(`${what}: requests`, ours.perSecond, bare.perSecond, '/s', LEAST_REQUESTS),
    againstReference(`${what}: p99`, ours.p99, bare.p99, 'ms', MOST_P99),
  ]
}

async function start(kind: 'bare' | 'ours', databaseUrl: string): Promise<Side> {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const child = watch(fork(join(import.meta.dirname, 'api-server.ts'), [kind], { env, silent: true }))
  const output = outputOf(child)
  const port = await firstMessage(child, `The ${kind} API`)
  return { url: `http://127.0.0.1:${port}`, child, output }
}

async function inTurns(sides: { bare: Side; ours: Side }, path: string, connections: number) {
  const loads: { bare: Load[]; ours: Load[] } = { bare: [], ours: [] }
  for (const side of ['bare', 'ours'] as const) await load(sides[side], path, { connections, duration: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of ['bare', 'ours'] as const)
      loads[side].push(await load(sides[side], path, { connections, duration: SECONDS }))
  }
  return { bare: middle(loads.bare), ours: middle(loads.ours) }
}

function middle(loads: readonly Load[]): Load {
  return { perSecond: median(loads.map((one) => one.perSecond)), p99: median(loads.map((one) => one.p99)) }
}

/** The clock that measures waiting counts whole milliseconds, so one is the least it can say. */
async function load({ url, output }: Side, path: string, options: { connections: number; duration: number }) {
  const run = new Promise<autocannon.Result>((resolve, reject) => {
    autocannon({ url: url + path, ...options }, (error, result) => (error ? reject(error) : resolve(result)))
  })
  const result = await within(options.duration * 1000 + 60_000, `Loading ${path}`, run)
  const { requests, latency, non2xx, errors } = result
  if (non2xx + errors === 0) return { perSecond: requests.average, p99: Math.max(latency.p99, 1) }
  throw new Error(`${path}: ${non2xx} answers without success, ${errors} errors\n${output()}`)
}
