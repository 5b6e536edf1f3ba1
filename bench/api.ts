import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { againstReference, atLeast, median, type Row } from './table.ts'

const ROUNDS = 3
const SECONDS = 4

type Load = { perSecond: number; p99: number }

/** Public reads against a bare Hono handler with the same queries on the same database, interleaved. */
export async function benchApi(databaseUrl: string, slug: string): Promise<Row[]> {
  const servers = { bare: await start('bare', databaseUrl), ours: await start('ours', databaseUrl) }
  const rows: Row[] = []
  try {
    for (const path of [`/api/events/${slug}`, '/api/events']) {
      for (const connections of [10, 50]) {
        const loads = await interleaved(servers.bare.url + path, servers.ours.url + path, connections)
        const what = `${path} at ${connections} connections`
        rows.push(atLeast(`${what}: requests`, loads.ours.perSecond, loads.bare.perSecond, '/s', 0.6))
        rows.push(againstReference(`${what}: p99`, loads.ours.p99, loads.bare.p99, 'ms', 2))
      }
    }
  } finally {
    for (const { child } of Object.values(servers)) child.kill()
  }
  return rows
}

async function start(kind: string, databaseUrl: string): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'api-server.ts'), [kind], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`The ${kind} API did not start.`)))
  const [address]: [AddressInfo] = (await Promise.race([once(child, 'message'), failed])) as [AddressInfo]
  failed.catch(() => undefined)
  return { url: `http://127.0.0.1:${address.port}`, child }
}

async function interleaved(bare: string, ours: string, connections: number): Promise<{ bare: Load; ours: Load }> {
  const loads: { bare: Load[]; ours: Load[] } = { bare: [], ours: [] }
  await load(bare, connections, 1)
  await load(ours, connections, 1)
  for (let round = 0; round < ROUNDS; round++) {
    loads.bare.push(await load(bare, connections, SECONDS))
    loads.ours.push(await load(ours, connections, SECONDS))
  }
  return { bare: middle(loads.bare), ours: middle(loads.ours) }
}

function middle(loads: Load[]): Load {
  return { perSecond: median(loads.map((one) => one.perSecond)), p99: median(loads.map((one) => one.p99)) }
}

async function load(url: string, connections: number, duration: number): Promise<Load> {
  const result = await autocannon({ url, connections, duration })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times without success`)
  return { perSecond: result.requests.average, p99: Math.max(result.latency.p99, 1) }
}
