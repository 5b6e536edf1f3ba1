import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import type { Landing } from '#src/contract/landing.ts'
import { letterText } from '#src/contract/letter.ts'
import { escapeMarkup } from '#src/contract/markup.ts'
import { valueAt } from '#src/contract/phases.ts'
import { BROWSER_ARGS, ensureBrowser } from '#tests/support/browser.ts'
import { getPaint, type Paint } from './paint.ts'
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

function getRows(path: string, weight: Weight, least: Weight): Row[] {
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
    paints.floor.push(await getPaint(browser, floor))
    paints.ours.push(await getPaint(browser, ours))
  }
  const row = (what: string, key: keyof Paint) => {
    const of = (side: 'floor' | 'ours') => median(paints[side].map((paint) => paint[key]))
    return againstReference(`landing, Slow 4G, CPU ÷ 4: ${what}`, of('ours'), of('floor'), 'ms', MOST_PAINT)
  }
  return [row('first paint', 'first'), row('largest paint', 'largest')]
}

/**
 * The reference for pages: the same landing content written by hand as one HTML file with its CSS inlined and no script.
 * It shows the phase that holds now and nothing else, which is the least a page can say.
 */
function floorPage(landing: Landing): string {
  const at = <T>(spans: Parameters<typeof valueAt<T>>[0]) => valueAt(spans, landing.now)
  const offer = at(landing.hero.offer)
  const register = at(landing.register)
  const button =
    'href' in register ? `<a class=b href="${text(register.href)}">${text(register.label)}</a>` : text(register.closed)
  const banner = at(landing.banner)
  return `<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width"><title>${text(landing.meta.title)}</title><style>${css}</style>
<p class=top>${text(banner.lead)} ${text(banner.detail)}</p>
<h1>${text(landing.hero.title)}</h1><p>${text(landing.hero.subtitle)}</p><p>${text(landing.hero.description)}</p>
<p>${text(landing.hero.date)}, ${text(landing.hero.timeRange)}<br>${text(landing.hero.venue.name)} ${text(landing.hero.venue.address)} ${text(landing.hero.city)}</p>
<p>${text(offer.label)} ${text(offer.price)} ${text(offer.note)} ${text(offer.included)} ${text(offer.totalValue)}</p><p>${button}</p>
<h2>Partnered With</h2><ul>${list(landing.partners ?? [], (partner) => `<li>${text(partner.vendorName)}`)}</ul>
<h2>Why This Workshop Is Different</h2><ul>${list(landing.why.benefits, (line) => `<li>${text(line)}`)}</ul>
<h2>Agenda</h2><dl>${list(landing.agenda?.slots ?? [], (slot) => `<dt>${text(slot.timeSlot)} ${text(slot.title)}<dd>${text(slot.description)}`)}</dl>
<h2>What You'll Learn</h2><ul>${list(landing.agenda?.learn ?? [], (line) => `<li>${text(line)}`)}</ul><p>${button}</p>
<h2>Letter</h2><pre>${text(landing.letter && letterText(landing.letter, landing.now))}</pre>
<h2>Team</h2>${list(landing.team, (person) => `<h3>${text(person.fullName)}</h3><p>${text(person.title)} ${text(person.credentials)}</p><p>${text(person.bio)}</p>`)}`
}

const css =
  'body{font:1rem/1.5 system-ui;max-width:44rem;margin:0 auto;padding:1rem;color:#111;background:#fff}h1{font-size:2.5rem;line-height:1.1}.b{display:inline-block;padding:.75rem 1.5rem;background:#c40;color:#fff}.top{background:#111;color:#fff;padding:.5rem}pre{white-space:pre-wrap;background:#eee;padding:1rem}ul{padding:0;list-style:none}'

function list<T>(items: readonly T[], each: (item: T) => string): string {
  return items.map(each).join('')
}

function text(value: string | null | undefined): string {
  return escapeMarkup(value ?? '')
}
