import { type Browser, chromium } from '@playwright/test'
import { BROWSER_ARGS, ensureBrowser } from '#tests/support/browser.ts'
import { openFloor } from './floor.ts'
import { getPaint, paintRows } from './paint.ts'
import type { BenchProduct } from './product.ts'
import { onePageOfEach } from './public-pages.ts'
import { reportModalRows } from './report-modal.ts'
import { serveFolder } from './static-server.ts'
import { againstBudget, format, inWords, type Row } from './table.ts'
import { type Weight, weigh } from './weigh.ts'

const MOST_SCRIPT = 2

/** Bytes, requests, script and paint times of the public pages beside the hand-written floor of the landing's content. */
export async function benchPages({ url, release }: BenchProduct): Promise<Row[]> {
  const floor = await openFloor(url)
  const site = await serveFolder(release)
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS })
  try {
    const both = { floor: floor.url, ours: `${site.url}/event/${floor.slug}` }
    return [
      ...(await weighRows(browser, floor.url, site.url, await onePageOfEach(release, floor.slug))),
      ...(await reportModalRows(browser, site.url)),
      ...(await paintRows('Slow 4G, CPU ÷ 4', (url) => getPaint(browser, url), both)),
    ]
  } finally {
    await browser.close()
    await floor.close()
    site.close()
  }
}

async function weighRows(browser: Browser, floor: string, site: string, paths: readonly string[]): Promise<Row[]> {
  const least = await weigh(browser, floor)
  const rows: Row[] = []
  for (const path of paths) rows.push(...getRows(path, await weigh(browser, site + path), least))
  return rows
}

/**
 * Pages that are a form, or the screens of a signed-in person, or ask the API first: they need their scripts at once
 * and have no budget.
 */
const AT_ONCE = [
  ...['/account', '/admin', '/auth', '/event-fallback', '/event-sheet', '/logistics-form', '/preview', '/unsubscribe'],
  ...['/shop/cart', '/shop/order', '/vendor-portal', '/verify-report'],
]

/** Pages with a product to order: their script asks what is left and counts the cart. Only their bytes have a budget. */
const CATALOG = /^\/shop(\/|$)/

function getRows(path: string, weight: Weight, least: Weight): Row[] {
  const floor = `${format(least.bytes / 1000)} kB`
  const ratio = weight.bytes / least.bytes
  const [bytes, script] = [weight.bytes / 1000, weight.script / 1000]
  const names = {
    bytes: `${path}: HTML, CSS, JS`,
    requests: `${path}: requests for them`,
    script: `${path}: script run`,
  }
  const requests = inWords(names.requests, `${weight.requests}`, '1')
  const run = inWords(names.script, `${format(script)} kB`, '0 kB')
  if (AT_ONCE.includes(path)) return [{ ...inWords(names.bytes, `${format(bytes)} kB`, floor), ratio }, requests, run]
  const most = path === '/' || path.startsWith('/event/') ? 16 : 20
  const whole = { ...againstBudget(names.bytes, bytes, most, 'kB', floor), ratio }
  if (CATALOG.test(path)) return [whole, requests, run]
  return [
    whole,
    againstBudget(names.requests, weight.requests, 1, '', '1'),
    againstBudget(names.script, script, MOST_SCRIPT, 'kB', '0 kB'),
  ]
}
