import type { Browser, Page } from '@playwright/test'
import { againstBudget, againstReference, median, type Row } from './table.ts'

/** Fast 4G as Lighthouse has a browser play it: 60 ms × 2.75 a request, 9 and 1.5 Mbit/s × 0.9, in milliseconds and bytes per second. */
const FAST_4G = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 }
const ROUNDS = 5
const MOST_BYTES = 110
const MOST_WAIT = 2

type Opening = { bytes: number; visible: number; files: string[] }

/**
 * The first press on Report Issue: what it loads, and when the dialog is open, compared with fetching the same files
 * all at once.
 */
export async function reportModalRows(browser: Browser, home: string): Promise<Row[]> {
  const [openings, downloads]: [Opening[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const opening = await onFast4G(browser, home, (page) => page.evaluate(openModal))
    openings.push(opening)
    downloads.push(await onFast4G(browser, home, (page) => page.evaluate(fetchAll, opening.files)))
  }
  const bytes = median(openings.map((opening) => opening.bytes)) / 1000
  const visible = median(openings.map((opening) => opening.visible))
  return [
    againstBudget('first opening of the report modal: bytes', bytes, MOST_BYTES, 'kB'),
    againstReference('the same on Fast 4G: dialog visible', visible, median(downloads), 'ms', MOST_WAIT),
  ]
}

async function onFast4G<T>(browser: Browser, url: string, measure: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'networkidle' })
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', FAST_4G)
    return await measure(page)
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
async function openModal(): Promise<Opening> {
  const button = document.querySelector<HTMLElement>('[data-report-button] button')
  if (!button) throw new Error('The home page has no report button.')
  const started = performance.now()
  button.click()
  while (!document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame)
  const visible = performance.now() - started
  const loaded = performance.getEntriesByType('resource').filter((entry) => entry.startTime >= started)
  const files = loaded.flatMap((entry) =>
    entry instanceof PerformanceResourceTiming && entry.name.includes('/_astro/') ? [entry] : [],
  )
  const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  return { bytes, visible, files: files.map(({ name }) => name) }
}

/** Runs in the page. */
async function fetchAll(files: string[]): Promise<number> {
  const started = performance.now()
  await Promise.all(files.map(async (file) => (await fetch(file, { cache: 'no-store' })).arrayBuffer()))
  return performance.now() - started
}
