import * as crypto from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, writevSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PathWithRoute } from 'astro'
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js'
import type { EventRows } from '#src/contract/event.ts'
import type { SentSite } from '../../pages/_site.ts'
import type { Ahead } from './ahead.ts'
import { finishAnswer, finishFolder, openSite } from './finish-site.ts'
import type { KeptCode, PrerenderApp } from './kept-code.ts'
import { link } from './page-store.ts'
import type { SiteBuild } from './site-build.ts'

/** Pages that are rendered at the same time, as in `astro.config.ts`. */
const AT_ONCE = 4
/** Pages that the second thread takes at a time, and the share of all that it begins with. */
const BATCH = 32
const HEAD_START = 0.2
/** For fewer pages of events, a second thread is not worth its start. */
const LEAST = 150
/** A page that needs the site, and little else. */
const FIRST = 'src/pages/robots.txt.ts'
export const EVENT_PAGE = 'src/pages/event/[slug].astro'
export const eventPath = (slug: string) => `/event/${slug}`
/** Pages have the address of the site from the environment. */
const ORIGIN = 'http://localhost'

/** Code that was bundled before, and is loaded. */
type LoadedCode = KeptCode & { app: PrerenderApp }

export type ThreadTask = { code: KeptCode; outDir: string }
/** The site, once, and then all that pages of events show of them. */
export type Sent = { site: SentSite } | { events: EventRows[] }

/** Renders the site with code that is bundled already, as Astro does after it has bundled it. Resolves with what `keepForNext` needs. (decision 0070) */
export async function renderSite({ app, ...code }: LoadedCode, outDir: string, ahead?: Ahead): Promise<SiteBuild> {
  await rm(outDir, { recursive: true, force: true })
  const site = openSite(outDir, () => code.hash, ahead)
  site.texts = new Map()
  const events = shareEvents({ code, outDir }, site)
  await loadPages(app)
  const paths = byAddress(await new StaticPaths(app).getAll())
  const beside = await renderPages(paths, pageRenderer(app, site), events)
  await layFolder(code.fixed, outDir)
  await finishFolder(site)
  const share = beside > 0 ? `, ${beside} of them in a second thread` : ''
  console.log(`Rendered ${paths.size} files${share}, with code that was bundled before.`)
  return site
}

/** The missing pages of events, of which this thread takes the first one that nobody has taken. */
type SharedEvents = {
  next: () => string | undefined
  /** Has the second thread render the last ones until nothing is left. Resolves with the number of pages that it rendered. */
  renderLast: () => Promise<number>
}

/**
 * Shares the pages of events with a second thread, if there are many. It has the code and the site of this one, so that nothing is read
 * twice, and begins with a fifth of the pages while this one writes what lists show. (decision 0070)
 */
function shareEvents(workerData: ThreadTask, site: SiteBuild): SharedEvents {
  let thread: Worker | undefined
  let slugs: readonly string[] = []
  let [first, end] = [0, 0]
  let begun: Promise<void> | undefined
  // Without this, a build would wait for ever for a thread that has ended.
  const ended = new AbortController()
  const renderBeside = async (thread: Worker, count: number) => {
    end -= count
    const events = slugs.slice(end, end + count).map((slug) => requireSite().rowsOf(slug))
    send(thread, { events })
    const [finished] = await once(thread, 'message', { signal: ended.signal })
    for (const [file, page] of finished) site.finished.set(file, page)
  }
  site.expect = (pages) => {
    if (thread || pages < LEAST) return
    thread = new Worker(new URL('./render-thread.ts', import.meta.url), { workerData })
    thread.once('exit', (code) => ended.abort(new Error(`The second thread of the build ended with ${code}.`)))
  }
  site.begin = (missing) => {
    slugs = missing
    end = slugs.length
    if (!thread) return
    send(thread, { site: requireSite().site })
    begun = renderBeside(thread, Math.floor(slugs.length * HEAD_START))
    // A failure is thrown where the end is awaited. Until then it must not count as an unhandled rejection.
    begun.catch(() => {})
  }
  return {
    next: () => (first < end ? slugs[first++] : undefined),
    renderLast: async () => {
      if (!thread) return 0
      await begun
      while (end - first > BATCH) await renderBeside(thread, BATCH)
      await thread.terminate()
      return slugs.length - end
    },
  }
}

function send(thread: Worker, sent: Sent): void {
  thread.postMessage(sent)
}

function requireSite() {
  const sendable = globalThis.sendableSite
  if (!sendable) throw new Error('Pages of events are to be rendered before the site was read.')
  return sendable
}

/** Renders all pages, some of them in a second thread. Resolves with the number of those. */
async function renderPages(
  paths: ReadonlyMap<string, PathWithRoute>,
  render: (path: PathWithRoute) => Promise<void>,
  events: SharedEvents,
): Promise<number> {
  const others = [...paths.values()].filter(({ route }) => route.component !== EVENT_PAGE).values()
  const takeNext = () => {
    const other = others.next().value
    const slug = other ? undefined : events.next()
    return slug === undefined ? other : paths.get(eventPath(slug))
  }
  let here = 0
  const renderNext = async () => {
    for (let path = takeNext(); path; path = takeNext()) {
      await render(path)
      here += 1
      // Rendering may wait for nothing, and the second thread is heard between two pages.
      await setImmediate()
    }
  }
  const [beside] = await Promise.all([events.renderLast(), ...Array.from({ length: AT_ONCE }, renderNext)])
  if (here + beside !== paths.size) throw new Error(`Of ${paths.size} files, ${here + beside} were rendered.`)
  return beside
}

/** What renders one page of a site and writes it. */
export function pageRenderer(app: PrerenderApp, site: SiteBuild): (path: PathWithRoute) => Promise<void> {
  const folders = new Set<string>()
  return async ({ pathname, route }) => {
    const file = route.type === 'endpoint' ? pathname : `${pathname === '/' ? '/index' : pathname}.html`
    const request = new Request(new URL(file, ORIGIN))
    const response = await app.render(request, { routeData: route })
    if (!response.body) return
    const pieces = (await finishAnswer(request, response, site)) ?? [Buffer.from(await response.arrayBuffer())]
    const path = join(site.outDir, file)
    if (!folders.has(dirname(path))) mkdirSync(dirname(path), { recursive: true })
    folders.add(dirname(path))
    writePieces(path, pieces)
  }
}

/** As many as a system writes at once. */
const MOST_PIECES = 1024

/**
 * Writes a new file, never into one that is there: it may be a link to one that is kept. Waiting for the disk elsewhere costs more than the file.
 */
function writePieces(path: string, pieces: readonly Uint8Array[]): void {
  const file = openSync(path, 'wx')
  try {
    for (let at = 0; at < pieces.length; at += MOST_PIECES) {
      const some = pieces.slice(at, at + MOST_PIECES)
      const size = some.reduce((sum, { byteLength }) => sum + byteLength, 0)
      if (writevSync(file, some) !== size) throw new Error(`${path} could not be written whole.`)
    }
  } finally {
    closeSync(file)
  }
}

/** Loads bundled code; undefined, with a warning, if this Astro renders in another way. */
export async function loadCode(code: KeptCode): Promise<LoadedCode | undefined> {
  const { entry, pages, scripts } = code
  hashHere()
  try {
    const { app }: { app: PrerenderApp } = await import(pathToFileURL(entry).href)
    app.setInternals({ pagesByKeys: new Map(pages) })
    app.setOptions({ settings: { scripts }, logger: { options: { destination: TERMINAL } } })
    return { ...code, app }
  } catch (cause) {
    console.warn('[code] Cannot be used again, and is bundled:', cause instanceof Error ? cause.message : cause)
    return undefined
  }
}

/**
 * Astro asks for the hash of the style sheet for each page. Web Crypto has another thread work it out, and passing it there and back takes longer
 * than the hash.
 */
function hashHere(): void {
  const { subtle } = globalThis.crypto
  const elsewhere = subtle.digest.bind(subtle)
  subtle.digest = async (algorithm, data) =>
    algorithm === 'SHA-256' && data instanceof Uint8Array
      ? Uint8Array.from(crypto.hash('sha256', data, 'buffer')).buffer
      : elsewhere(algorithm, data)
}

/**
 * Loads first what little the reading of the site takes, and the code of all pages while the database works. What cannot be loaded or read says
 * so when it is rendered.
 */
async function loadPages({ manifest }: PrerenderApp): Promise<void> {
  const pages = new Map(manifest.pageMap)
  await pages
    .get(FIRST)?.()
    .catch(() => {})
  globalThis.readSite?.().catch(() => {})
  for (const load of pages.values()) {
    await load().catch(() => {})
    // The connection to the database is heard in between.
    await setImmediate()
  }
}

const TERMINAL = { write: ({ message }: { message: string }) => console.log(message) }

/** Puts the files of a folder into another one, as links: like every file of a site, they are never changed in place. */
async function layFolder(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const target = join(to, relative(from, path))
    if (entry.isDirectory()) mkdirSync(target, { recursive: true })
    else {
      mkdirSync(dirname(target), { recursive: true })
      link(path, target)
    }
  }
}

/** Of two routes for one address the first counts: Astro has sorted them by their rank. */
function byAddress(paths: readonly PathWithRoute[]): ReadonlyMap<string, PathWithRoute> {
  const first = new Map<string, PathWithRoute>()
  for (const path of paths) if (!first.has(path.pathname)) first.set(path.pathname, path)
  return first
}
