import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { firstMessage, getOutput, watch, within } from './child.ts'
import { median } from './table.ts'

/** What a server did under load: requests per second, and the milliseconds that one in a hundred waited longer than. */
export type Load = { perSecond: number; p99: number }

/** A server of the bench in a process of its own. */
export type Side = {
  kind: 'bare' | 'ours'
  url: string
  child: ChildProcess
  output: () => string
  /** The most it held since this was last asked, in megabytes; for a server that answers it. */
  mostMemory: () => Promise<number>
}

/** Starts one of the bench's servers, which sends its port once it listens. */
export async function startSide(file: string, kind: Side['kind'], databaseUrl: string): Promise<Side> {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const child = watch(fork(join(import.meta.dirname, file), [kind], { env, silent: true }))
  const output = getOutput(child)
  const port = await firstMessage(child, `The ${kind} API`)
  const mostMemory = async () => {
    const answer = firstMessage(child, `The memory of the ${kind} API`)
    child.send('memory')
    return Number(await answer) / 1e6
  }
  return { kind, url: `http://127.0.0.1:${port}`, child, output, mostMemory }
}

/** What is asked of each side. */
type Target = { path: { bare: string; ours: string }; headers?: Record<string, string> }
type Pace = { connections: number; rounds: number; seconds: number }

/** Loads both sides in turns; the middle of the rounds of each. */
export async function inTurns(
  sides: { bare: Side; ours: Side },
  target: Target,
  { connections, rounds, seconds }: Pace,
) {
  const loads: { bare: Load[]; ours: Load[] } = { bare: [], ours: [] }
  for (const side of ['bare', 'ours'] as const) await load(sides[side], target, { connections, duration: 1 })
  for (let round = 0; round < rounds; round++) {
    for (const side of ['bare', 'ours'] as const)
      loads[side].push(await load(sides[side], target, { connections, duration: seconds }))
  }
  return { bare: middle(loads.bare), ours: middle(loads.ours) }
}

function middle(loads: readonly Load[]): Load {
  return { perSecond: median(loads.map((one) => one.perSecond)), p99: median(loads.map((one) => one.p99)) }
}

type Run = { connections: number; duration: number }

/** The clock that measures waiting counts whole milliseconds, so one is the least it can say. */
async function load({ kind, url, output }: Side, { path: paths, headers = {} }: Target, options: Run): Promise<Load> {
  const path = paths[kind]
  const run = new Promise<autocannon.Result>((resolve, reject) => {
    autocannon({ url: url + path, headers, ...options }, (error, result) => (error ? reject(error) : resolve(result)))
  })
  const result = await within(options.duration * 1000 + 60_000, `Loading ${path}`, run)
  const { requests, latency, non2xx, errors } = result
  if (non2xx + errors === 0) return { perSecond: requests.average, p99: Math.max(latency.p99, 1) }
  throw new Error(`${path}: ${non2xx} answers without success, ${errors} errors\n${output()}`)
}
