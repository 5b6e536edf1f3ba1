import '#db/quick-imports.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pair } from './timing-pairs.ts'

/**
 * Whether how long an answer takes tells an unknown address from a known one: at sign-in, sign-up, reset and change of
 * address, 200 interleaved pairs each, and the chance that one of the known takes longer than one of the unknown
 * (Mann-Whitney). 0.5 tells nothing; it has to lie between 0.40 and 0.60.
 * `node bench/sign-in-timing.ts [PAIRS] [words of a case]` (security AN2-AN4)
 */
const { openDb } = await import('#db/client.ts')
const { startEmbeddedPostgres } = await import('#db/embedded.ts')
const { migrate } = await import('#db/migrate.ts')
const { timingPairs } = await import('./timing-pairs.ts')

const [pairs = '200', ...words] = process.argv.slice(2)
const PAIRS = Number(pairs)
const WARM = 10

const dataDir = await mkdtemp(join(tmpdir(), 'sign-in-timing-'))
const { url, stop } = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(url)
  const { db, close } = openDb(url, { max: 2 })
  const chosen = (await timingPairs(db, PAIRS + WARM)).filter(({ name }) => words.every((word) => name.includes(word)))
  for (const pair of chosen) report(pair.name, await compare(pair))
  await close()
} finally {
  await stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Takes turns in who goes first, so that a machine that slows down slows both. */
async function compare({ known, unknown }: Pair): Promise<{ known: number[]; unknown: number[] }> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let pair = 0; pair < PAIRS + WARM; pair += 1) {
    const turns = [
      async () => times.known.push(await toTime(() => known(pair))),
      async () => times.unknown.push(await toTime(() => unknown(pair))),
    ]
    for (const turn of pair % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  return { known: times.known.slice(WARM), unknown: times.unknown.slice(WARM) }
}

async function toTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function report(name: string, { known, unknown }: { known: number[]; unknown: number[] }): void {
  const auc = chanceOfLonger(known, unknown)
  const verdict = auc >= 0.4 && auc <= 0.6 ? 'tells nothing' : 'TELLS WHO IS KNOWN'
  const medians = `${median(known).toFixed(1)} ms against ${median(unknown).toFixed(1)} ms`
  console.log(`${name}: AUC ${auc.toFixed(3)}, ${medians}: ${verdict}`)
  if (verdict !== 'tells nothing') process.exitCode = 1
}

function chanceOfLonger(some: number[], others: number[]): number {
  const wins = some.flatMap((one) => others.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  return wins.reduce((sum: number, win) => sum + win, 0) / wins.length
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
