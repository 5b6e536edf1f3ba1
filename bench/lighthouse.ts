import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { BROWSER_ARGS, ensureBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { within } from './child.ts'
import { openFloor } from './floor.ts'
import { type Paint, paintRows } from './paint.ts'
import type { BenchProduct } from './product.ts'
import { publicPages } from './public-pages.ts'
import { serveFolder } from './static-server.ts'
import { median, type Row } from './table.ts'

const WITHOUT_SEO = ['performance', 'accessibility', 'best-practices']
const CATEGORIES = [...WITHOUT_SEO, 'seo']
const PATIENCE = 180_000
/** The browser finds no host but this machine. */
const ONLY_HERE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

type Asked = { port: number; categories: string[] }
/** Lighthouse's scores, 0 to 100, and the audits that cost points. */
type Scores = { scores: number[]; failing: string[] }

/** Lighthouse as on a phone: on every public page, served by the product itself, and the paint times of the landing beside the reference for pages. */
export async function benchLighthouse({ url, release }: BenchProduct): Promise<Row[]> {
  const port = await freePort()
  const args = [...BROWSER_ARGS, ONLY_HERE, `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args })
  try {
    const rows: Row[] = []
    for (const path of await publicPages(release)) rows.push(await getRow(path, url, port))
    return [...rows, ...(await simulatedRows({ url, release }, port))]
  } finally {
    await browser.close()
  }
}

/** A page that asks not to be listed, such as a form behind a link, is not asked how search engines find it. */
async function getRow(path: string, origin: string, port: number): Promise<Row> {
  const html = await (await fetch(origin + path, { signal: AbortSignal.timeout(30_000) })).text()
  const isListed = !html.includes('<meta name="robots" content="noindex">')
  const { scores, failing } = await judge(origin + path, { port, categories: isListed ? CATEGORIES : WITHOUT_SEO })
  const isWithin = scores.every((score) => score === 100)
  const faults = failing.length > 0 ? ` (${failing.join(', ')})` : ''
  const budget = isListed ? '100 each' : '100 each, without SEO'
  return { what: path, reference: '—', ours: scores.join(' / ') + faults, budget, isWithin }
}

/** One run; two more, and the middle performance of the three, when the first is slow: a busy machine makes it so. */
async function judge(url: string, how: Asked): Promise<Scores> {
  const first = await run(url, how)
  if (first.scores[0] === 100) return first
  const runs = [first, await run(url, how), await run(url, how)]
  const middle = median(runs.map(({ scores }) => scores[0] ?? 0))
  return runs.find(({ scores }) => scores[0] === middle) ?? first
}

/** What Lighthouse reckons for Slow 4G and a processor four times slower, of the landing and of the reference, both as static files. */
async function simulatedRows({ url, release }: Pick<BenchProduct, 'url' | 'release'>, port: number): Promise<Row[]> {
  const floor = await openFloor(url)
  const site = await serveFolder(release)
  try {
    const both = { floor: floor.url, ours: `${site.url}/event/${floor.slug}` }
    return await paintRows('simulated', (address) => getSimulated(address, port), both)
  } finally {
    await floor.close()
    site.close()
  }
}

async function getSimulated(url: string, port: number): Promise<Paint> {
  const { audits } = await ask(url, { port, categories: ['performance'] })
  const of = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return { first: of('first-contentful-paint'), largest: of('largest-contentful-paint') }
}

async function run(url: string, { port, categories }: Asked): Promise<Scores> {
  const result = await ask(url, { port, categories })
  return {
    scores: categories.map((id) => getScore(result, id)),
    failing: categories.flatMap((id) => getFailing(result, id)),
  }
}

async function ask(url: string, { port, categories }: Asked): Promise<Result> {
  const job = lighthouse(url, { port, logLevel: 'error', output: 'json', onlyCategories: categories })
  const result = await within(PATIENCE, `Lighthouse on ${url}`, job)
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`Lighthouse on ${url}: ${lhr.runtimeError.message}`)
  return lhr
}

function getScore({ categories }: Result, id: string): number {
  return Math.round((categories[id]?.score ?? 0) * 100)
}

/** What a category lost points for; nothing when its score is whole. */
function getFailing(result: Result, id: string): string[] {
  if (getScore(result, id) === 100) return []
  const weighty = result.categories[id]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  const failing = weighty.filter((ref) => (result.audits[ref.id]?.score ?? 1) < 1)
  return failing.map((ref) => ref.id)
}
