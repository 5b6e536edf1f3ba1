import { execFile, fork } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDb } from '#db/client.ts'
import { openWorkshop } from './build-run.ts'
import { firstMessage, watch } from './child.ts'
import { type BenchProduct, openProduct } from './product.ts'
import { againstBudget, beside, format, median, type Row } from './table.ts'

/** Megabytes. */
const MOST = 250
/** Time to come to rest, in milliseconds. */
const SETTLE = 15_000
const READINGS = 5
const BETWEEN = 1_000

type Process = { pid: number; parent: number; megabytes: number; name: string }

/** Memory of `npm start` at rest with the demo, all its processes, beside PostgreSQL and Node alone on a copy of its database. */
export async function benchMemory(): Promise<Row[]> {
  const product = await openProduct()
  const { folder, clear } = await openWorkshop()
  const copy = join(folder, 'copy')
  try {
    await copyDatabase(product, copy)
    const bare = watch(fork(join(import.meta.dirname, 'bare-memory.ts'), [copy], { silent: true }))
    const events = await firstMessage(bare, 'PostgreSQL alone')
    if (!events) throw new Error('The copied database has no events: the comparison would not hold.')
    await sleep(SETTLE)
    const readings = await readOften({ ours: product.server.pid, bare: bare.pid ?? 0 })
    bare.kill('SIGKILL')
    return getRows(readings, product.server.pid)
  } finally {
    await product.stop()
    await clear()
  }
}

/** The database is at rest, and all of it is in its files after a checkpoint. */
async function copyDatabase({ server, dataDir }: BenchProduct, to: string): Promise<void> {
  const { db, close } = openDb(server.databaseUrl, { max: 1 })
  await db.execute(sql`checkpoint`).finally(close)
  for (const part of ['postgres', 'workshop-site.json', 'database-password'])
    await cp(join(dataDir, part), join(to, part), { recursive: true })
}

type Reading = { ours: Process[]; bare: Process[] }

async function readOften(roots: { ours: number; bare: number }): Promise<Reading[]> {
  const readings: Reading[] = []
  for (let at = 0; at < READINGS; at++) {
    const all = await readProcesses()
    const reading = { ours: getFamily(roots.ours, all), bare: getFamily(roots.bare, all) }
    if (reading.ours.length === 0 || reading.bare.length === 0)
      throw new Error('A process ended before it was measured.')
    readings.push(reading)
    await sleep(BETWEEN)
  }
  return readings
}

/** Every process of this machine. */
export async function readProcesses(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm='], { timeout: 10_000 })
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, kilobytes, name = ''] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), megabytes: Number(kilobytes) / 1024, name }
    })
}

/** A process and all that descend from it. */
export function getFamily(root: number, all: readonly Process[]): Process[] {
  const family = all.filter(({ pid }) => pid === root)
  for (const { pid } of family) family.push(...all.filter(({ parent }) => parent === pid))
  return family
}

function getRows(readings: readonly Reading[], server: number): Row[] {
  const of = (pick: (reading: Reading) => Process[]) =>
    median(readings.map((reading) => pick(reading).reduce((sum, { megabytes }) => sum + megabytes, 0)))
  const bare = of((reading) => reading.bare)
  return [
    againstBudget(
      '`npm start` at rest, all its processes',
      of(({ ours }) => ours),
      MOST,
      'MB',
      `${format(bare)} MB`,
    ),
    beside(
      'of it the server',
      of(({ ours }) => ours.filter(({ pid }) => pid === server)),
      bare,
      'MB',
    ),
    beside(
      'of it the database',
      of(({ ours }) => ours.filter(({ pid }) => pid !== server)),
      bare,
      'MB',
    ),
  ]
}
