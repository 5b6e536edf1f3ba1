import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShownBlock } from '#src/contract/content-shown.ts'
import type { Landing } from '#src/contract/landing.ts'
import { letterText } from '#src/contract/letter.ts'
import { escapeMarkup } from '#src/contract/markup.ts'
import { valueAt } from '#src/contract/phases.ts'
import { say } from '#src/contract/site-copy.ts'
import { serveFolder } from './static-server.ts'

/** The reference for pages, served, and the slug of the event whose landing it says. */
export type Floor = { url: string; slug: string; close: () => Promise<void> }

/** Serves the featured landing of the product at `origin` as one page by hand. */
export async function openFloor(origin: string): Promise<Floor> {
  const landing = await readFeatured(origin)
  const folder = await mkdtemp(join(tmpdir(), 'bench-floor-'))
  await writeFile(join(folder, 'index.html'), floorPage(landing))
  const served = await serveFolder(folder)
  const close = async () => {
    served.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: served.url, slug: landing.slug, close }
}

async function readFeatured(url: string): Promise<Landing> {
  const response = await fetch(`${url}/api/events/featured`, { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`The featured event cannot be read: ${response.status}`)
  return response.json()
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
<p class=top>${text(banner.lead)} ${text(banner.detail)} ${text(landing.announcement)}</p>
<h1>${text(landing.hero.title)}</h1><p>${text(landing.hero.subtitle)}</p><p>${text(landing.hero.description)}</p>
<p>${text(landing.hero.date)}, ${text(landing.hero.timeRange)}<br>${text(landing.hero.venue.name)} ${text(landing.hero.venue.address)} ${text(landing.hero.city)}</p>
<p>${text(offer.label)} ${text(offer.price)} ${text(offer.note)} ${text(offer.included)} ${text(offer.totalValue)}</p><p>${button}</p>
<h2>Partnered With</h2><ul>${list(landing.partners ?? [], (partner) => `<li>${text(partner.vendorName)}`)}</ul>
<h2>Why This Workshop Is Different</h2><ul>${list(landing.why.benefits, (line) => `<li>${text(line)}`)}</ul>
<p>${text(landing.why.downtimeReductionClaim)} ${text(landing.why.downtimeSource)}</p><p>${text(landing.why.roi)} ${text(landing.why.roiSource)}</p>
<h2>Agenda</h2><dl>${list(landing.agenda?.slots ?? [], (slot) => `<dt>${text(slot.timeSlot)} ${text(slot.title)}<dd>${text(slot.description)}`)}</dl>
<h2>What You'll Learn</h2><ul>${list(landing.agenda?.learn ?? [], (line) => `<li>${text(line)}`)}</ul><p>${button}</p>
<h2>Letter</h2><pre>${text(landing.letter && letterText(landing.letter, landing.now))}</pre>
${list(landing.slots ?? [], ({ heading, blocks }) => `<h2>${text(heading)}</h2>${list(blocks, words)}`)}
<h2>${text(say(landing.copy, 'about.title'))}</h2><p>${text(say(landing.copy, 'about.mission'))}</p>
<dl>${list(VALUES, (key) => `<dt>${text(say(landing.copy, `${key}-title`))}<dd>${text(say(landing.copy, key))}`)}</dl>
<h2>Team</h2>${list(landing.team, (person) => `<h3>${text(person.fullName)}</h3><p>${text(person.title)} ${text(person.credentials)}</p><p>${text(person.bio)}</p>`)}`
}

const VALUES = ['about.value1', 'about.value2', 'about.value3', 'about.value4'] as const

/** What a block of an editor says, whatever its kind. */
function words({ id: _, kind: _kind, ...block }: ShownBlock): string {
  const all: string[] = []
  JSON.stringify(block, (key, value) => {
    if (typeof value === 'string' && !['href', 'src'].includes(key)) all.push(key === 'html' ? value : text(value))
    return value
  })
  return `<p>${all.join(' ')}</p>`
}

const css =
  'body{font:1rem/1.5 system-ui;max-width:44rem;margin:0 auto;padding:1rem;color:#111;background:#fff}h1{font-size:2.5rem;line-height:1.1}.b{display:inline-block;padding:.75rem 1.5rem;background:#c40;color:#fff}.top{background:#111;color:#fff;padding:.5rem}pre{white-space:pre-wrap;background:#eee;padding:1rem}ul{padding:0;list-style:none}'

function list<T>(items: readonly T[], each: (item: T) => string): string {
  return items.map(each).join('')
}

function text(value: string | null | undefined): string {
  return escapeMarkup(value ?? '')
}
