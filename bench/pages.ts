import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import type { Landing } from '#src/contract/landing.ts'
import { BROWSER_ARGS, ensureBrowser } from '#tests/support/browser.ts'
import { floorPage } from './floor-page.ts'
import { serveFolder } from './static-server.ts'
import { againstBudget, againstReference, format, median, type Row } from './table.ts'

const ROUNDS = 5
/** Slow 4G as Lighthouse defines it, in bytes per second and milliseconds. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

type Weight = { bytes: number; requests: number; script: number; names: string[] }
type Paint = { first: number; largest: number }

/** Bytes, requests and paint times of public pages beside the hand-written floor of the same content. */
export async function benchPages(release: string, landing: Landing, paths: readonly string[]): Promise<Row[]> {
  const floorFolder = await mkdtemp(join(tmpdir(), 'bench-floor-'))
  await writeFile(join(floorFolder, 'index.html'), floorPage(landing))
  const [floor, site] = await Promise.all([serveFolder(floorFolder), serveFolder(release)])
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS })
  try {
    const weights = await weighRows(browser, floor.url, site.url, paths)
    const paints = await paintRows(browser, floor.url, `${site.url}/event/${landing.slug}`)
    return [...weights, ...paints]
  } finally {
    await browser.close()
    floor.close()
    site.close()
  }
}

async function weighRows(browser: Browser, floor: string, site: string, paths: readonly string[]): Promise<Row[]> {
  const least = await weigh(browser, floor)
  const rows: Row[] = []
  for (const path of paths) {
    const weight = await weigh(browser, site + path)
    const most = path === '/' || path.startsWith('/event/') ? 16 : 20
    const reference = `floor ${format(least.bytes / 1000)} kB, × ${format(weight.bytes / least.bytes)}`
    rows.push(againstBudget(`${path}: HTML, CSS, JS before interaction`, weight.bytes / 1000, most, 'kB', reference))
    rows.push(againstBudget(`${path}: requests for them`, weight.requests, 1, 'request', '1 request'))
    rows.push(againstBudget(`${path}: script in the page`, weight.script / 1000, 2, 'kB', '0 kB'))
  }
  return rows
}

/** What arrives before anybody interacts, images and fonts aside. */
async function weigh(browser: Browser, url: string): Promise<Weight> {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  const weight: Weight = { bytes: 0, requests: 0, script: 0, names: [] }
  const counted = new Set<string>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!['Document', 'Script', 'Stylesheet', 'Fetch', 'XHR'].includes(type)) return
    counted.add(requestId)
    weight.names.push(response.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!counted.has(requestId)) return
    weight.bytes += encodedDataLength
    weight.requests += 1
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  weight.script = await page.evaluate(() =>
    [...document.scripts]
      .filter((script) => !script.type || script.type === 'module')
      .reduce((sum, script) => sum + script.text.length, 0),
  )
  await page.close()
  return weight
}

async function paintRows(browser: Browser, floor: string, ours: string): Promise<Row[]> {
  const [floorPaints, ourPaints]: [Paint[], Paint[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    floorPaints.push(await paintOf(browser, floor))
    ourPaints.push(await paintOf(browser, ours))
  }
  const of = (paints: Paint[], key: keyof Paint) => median(paints.map((paint) => paint[key]))
  return [
    againstReference(
      'landing: first paint, Slow 4G, CPU ÷ 4',
      of(ourPaints, 'first'),
      of(floorPaints, 'first'),
      'ms',
      1.05,
    ),
    againstReference(
      'landing: largest paint, Slow 4G, CPU ÷ 4',
      of(ourPaints, 'largest'),
      of(floorPaints, 'largest'),
      'ms',
      1.05,
    ),
  ]
}

async function paintOf(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await throttle(session)
  await page.goto(url, { waitUntil: 'networkidle' })
  const paint = await readPaint(page)
  await context.close()
  return paint
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

function readPaint(page: Page): Promise<Paint> {
  return page.evaluate(
    () =>
      new Promise<Paint>((resolve) => {
        const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
        new PerformanceObserver((list) => {
          const largest = list.getEntries().at(-1)?.startTime ?? Number.NaN
          resolve({ first, largest })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}
