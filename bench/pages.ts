import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import type { Landing } from '#src/contract/landing.ts'
import { BROWSER_ARGS, ensureBrowser } from '#tests/support/browser.ts'
import { floorPage } from './floor-page.ts'
import { type Paint, paintOf } from './paint.ts'
import type { BenchProduct } from './product.ts'
import { onePageOfEach } from './public-pages.ts'
import { reportModalRows } from './report-modal.ts'
import { serveFolder } from './static-server.ts'
import { againstBudget, againstReference, format, inWords, median, type Row } from './table.ts'
import { type Weight, weigh } from './weigh.ts'

const ROUNDS = 5
const MOST_PAINT = 1.05
const MOST_SCRIPT = 2

/** Bytes, requests, script and paint times of the public pages beside the hand-written floor of the landing's content. */
export async function benchPages({ url, release }: BenchProduct): Promise<Row[]> {
  const landing = await readFeatured(url)
  const floorFolder = await mkdtemp(join(tmpdir(), 'bench-floor-'))
  await writeFile(join(floorFolder, 'index.html'), floorPage(landing))
  const floor = await serveFolder(floorFolder)
  const site = await serveFolder(release)
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS })
  try {
    const eventPage = `/event/${landing.slug}`
    return [
      ...(await weighRows(browser, floor.url, site.url, await onePageOfEach(release, landing.slug))),
      ...(await reportModalRows(browser, site.url)),
      ...(await paintRows(browser, floor.url, site.url + eventPage)),
    ]
  } finally {
    await browser.close()
    floor.close()
    site.close()
    await rm(floorFolder, { recursive: true, force: true })
  }
}

async function readFeatured(url: string): Promise<Landing> {
  const response = await fetch(`${url}/api/events/featured`, { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`The featured event cannot be read: ${response.status}`)
  return response.json()
}

async function weighRows(browser: Browser, floor: string, site: string, paths: readonly string[]): Promise<Row[]> {
  const least = await weigh(browser, floor)
  const rows: Row[] = []
  for (const path of paths) rows.push(...rowsOf(path, await weigh(browser, site + path), least))
  return rows
}

/** Pages that are a form, or the screens of who is signed in, or ask the API first: they need their scripts at once and have no budget. */
const AT_ONCE = ['/account', '/admin', '/auth', '/event-fallback', '/preview', '/unsubscribe', '/verify-report']

function rowsOf(path: string, weight: Weight, least: Weight): Row[] {
  const floor = `${format(least.bytes / 1000)} kB`
  const ratio = weight.bytes / least.bytes
  const [bytes, script] = [weight.bytes / 1000, weight.script / 1000]
  const names = {
    bytes: `${path}: HTML, CSS, JS`,
    requests: `${path}: requests for them`,
    script: `${path}: script run`,
  }
  if (AT_ONCE.includes(path))
    return [
      { ...inWords(names.bytes, `${format(bytes)} kB`, floor), ratio },
      inWords(names.requests, `${weight.requests}`, '1'),
      inWords(names.script, `${format(script)} kB`, '0 kB'),
    ]
  const most = path === '/' || path.startsWith('/event/') ? 16 : 20
  return [
    { ...againstBudget(names.bytes, bytes, most, 'kB', floor), ratio },
    againstBudget(names.requests, weight.requests, 1, '', '1'),
    againstBudget(names.script, script, MOST_SCRIPT, 'kB', '0 kB'),
  ]
}

async function paintRows(browser: Browser, floor: string, ours: string): Promise<Row[]> {
  const paints: { floor: Paint[]; ours: Paint[] } = { floor: [], ours: [] }
  for (let round = 0; round < ROUNDS; round++) {
    paints.floor.push(await paintOf(browser, floor))
    paints.ours.push(await paintOf(browser, ours))
  }
  const row = (what: string, key: keyof Paint) => {
    const of = (side: 'floor' | 'ours') => median(paints[side].map((paint) => paint[key]))
    return againstReference(`landing, Slow 4G, CPU ÷ 4: ${what}`, of('ours'), of('floor'), 'ms', MOST_PAINT)
  }
  return [row('first paint', 'first'), row('largest paint', 'largest')]
}
