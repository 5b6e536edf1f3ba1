import type { Browser, CDPSession, Page } from '@playwright/test'
import { againstReference, median, type Row } from './table.ts'

/** When a visitor first saw anything, and the largest thing, in milliseconds from the start of the navigation. */
export type Paint = { first: number; largest: number }

/** How much later than the reference a page may be painted. */
const MOST_PAINT = 1.05
const ROUNDS = 5

/** Slow 4G as Lighthouse has a browser play it: 150 ms × 3.75 a request, 1.6 and 0.75 Mbit/s × 0.9, in milliseconds and bytes per second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const PATIENCE = 90_000

/** Paint times of two pages, measured in turns. */
export async function paintRows(
  how: string,
  measure: (url: string) => Promise<Paint>,
  { floor, ours }: { floor: string; ours: string },
): Promise<Row[]> {
  const paints: { floor: Paint[]; ours: Paint[] } = { floor: [], ours: [] }
  for (let round = 0; round < ROUNDS; round++) {
    paints.floor.push(await measure(floor))
    paints.ours.push(await measure(ours))
  }
  const row = (what: string, key: keyof Paint) => {
    const of = (side: 'floor' | 'ours') => median(paints[side].map((paint) => paint[key]))
    return againstReference(`landing, ${how}: ${what}`, of('ours'), of('floor'), 'ms', MOST_PAINT)
  }
  return [row('first paint', 'first'), row('largest paint', 'largest')]
}

/** Paint times of a page on a phone: Slow 4G, a processor four times slower, nothing cached. */
export async function getPaint(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    await throttle(await context.newCDPSession(page))
    await page.goto(url, { waitUntil: 'networkidle', timeout: PATIENCE })
    const paint = await readPaint(page)
    if (!Number.isFinite(paint.first + paint.largest)) throw new Error(`${url} was never painted`)
    return paint
  } finally {
    await context.close()
  }
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** The browser tells the largest paint to observers only. Resolves with `NaN` when it has nothing to tell for ten seconds. */
function readPaint(page: Page): Promise<Paint> {
  return page.evaluate(
    () =>
      new Promise<Paint>((resolve) => {
        const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
        setTimeout(() => resolve({ first, largest: Number.NaN }), 10_000)
        new PerformanceObserver((list) => {
          resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? Number.NaN })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}
