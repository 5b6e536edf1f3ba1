import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PathWithRoute } from 'astro'
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js'
import type { EventRows } from '#src/contract/event.ts'
import type { SentSite } from '../../pages/_site.ts'
import type { Ahead } from './ahead.ts'
import { closeSite, finishAnswer, openSite } from './finish-site.ts'
import type { KeptCode, PrerenderApp } from './kept-code.ts'
import { link } from './page-store.ts'
import type { SiteBuild } from './site-build.ts'

/** Pages that are rendered at the same time, as in `astro.config.ts`. */
const AT_ONCE = 4
/** Pages that the second thread takes at a time. */
const BATCH = 32
/** For fewer pages of events, a second thread is not worth its start. */
const LEAST = 150
const EVENT_PAGE = 'src/pages/event/[slug].astro'
/** Pages have the address of the site from the environment. */
const ORIGIN = 'http://localhost'

/** Code that was bundled before, and is loaded. */
type LoadedCode = KeptCode & { app: PrerenderApp }

export type ThreadTask = { code: KeptCode; outDir: string }
/** The site, once, and then pages of events to render, each with all that it shows of the event. */
export type Sent = { site: SentSite } | { batch: { pathname: string; component: string; rows: EventRows }[] }

/** Renders the site with code that is bundled already, as Astro does after it has bundled it. (decision 0070) */
export async function renderSite({ app, ...code }: LoadedCode, outDir: string, ahead?: Ahead): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  const site = openSite(outDir, () => code.hash, ahead)
  let thread: Worker | undefined
  site.expect = (pages) => {
    const workerData: ThreadTask = { code, outDir }
    if (pages >= LEAST) thread ??= new Worker(new URL('./render-thread.ts', import.meta.url), { workerData })
  }
  loadPages(app)
  const paths = byAddress(await new StaticPaths(app).getAll())
  const beside = await renderPages(paths.values(), pageRenderer(app, site), { site, thread })
  await layFolder(code.fixed, outDir)
  await closeSite(site)
  const share = beside > 0 ? `, ${beside} of them in a second thread` : ''
  console.log(`Rendered ${paths.size} files${share}, with code that was bundled before.`)
}

/**
 * Renders all pages. A second thread renders those of events from the end, until both meet: it has the code and the site of this one, so
 * that nothing is read twice. Resolves with the number of pages that it rendered. (decision 0070)
 */
async function renderPages(
  paths: Iterable<PathWithRoute>,
  render: (path: PathWithRoute) => Promise<void>,
  { site, thread }: { site: SiteBuild; thread: Worker | undefined },
): Promise<number> {
  const { events = [], others = [] } = Object.groupBy(paths, isOfEvent)
  const queue = [...others, ...events]
  let [next, end] = [0, queue.length]
  const renderNext = async () => {
    for (let path = queue[next]; path && next < end; path = queue[next]) {
      next += 1
      await render(path)
    }
  }
  const renderBeside = async () => {
    const sendable = globalThis.sendableSite
    if (!thread || !sendable) return
    const send = (sent: Sent) => thread.postMessage(sent)
    // Without this, a build would wait for ever for a thread that has ended.
    const ended = new AbortController()
    thread.once('exit', (code) => ended.abort(new Error(`The second thread of the build ended with ${code}.`)))
    send({ site: sendable.site })
    while (end - next > BATCH && end - others.length > BATCH) {
      end -= BATCH
      send(toBatch(queue.slice(end, end + BATCH), sendable.rowsOf))
      const [finished] = await once(thread, 'message', { signal: ended.signal })
      for (const [file, page] of finished) site.finished.set(file, page)
    }
    await thread.terminate()
  }
  await Promise.all([renderBeside(), ...Array.from({ length: AT_ONCE }, renderNext)])
  return queue.length - end
}

const isOfEvent = ({ route }: PathWithRoute) => (route.component === EVENT_PAGE ? 'events' : 'others')

function toBatch(paths: readonly PathWithRoute[], rowsOf: (slug: string) => EventRows): Sent {
  const batch = paths.map(({ pathname, route }) => ({
    pathname,
    component: route.component,
    rows: rowsOf(pathname.slice(pathname.lastIndexOf('/') + 1)),
  }))
  return { batch }
}

/** What renders one page of a site and writes it. */
export function pageRenderer(app: PrerenderApp, site: SiteBuild): (path: PathWithRoute) => Promise<void> {
  const folders = new Set<string>()
  return async ({ pathname, route }) => {
    const file = route.type === 'endpoint' ? pathname : `${pathname === '/' ? '/index' : pathname}.html`
    const request = new Request(new URL(file, ORIGIN))
    const response = await app.render(request, { routeData: route })
    if (!response.body) return
    const bytes = (await finishAnswer(request, response, site)) ?? Buffer.from(await response.arrayBuffer())
    const path = join(site.outDir, file)
    if (!folders.has(dirname(path))) mkdirSync(dirname(path), { recursive: true })
    folders.add(dirname(path))
    // Never into a file that is there: it may be a link to one that is kept. Waiting for the disk elsewhere costs more than the file.
    writeFileSync(path, bytes, { flag: 'wx' })
  }
}

/** Loads bundled code; undefined, with a warning, if this Astro renders in another way. */
export async function loadCode(code: KeptCode): Promise<LoadedCode | undefined> {
  const { entry, pages, scripts } = code
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

/** While the database works, which the first of them asks. A page that cannot be loaded says so when it is rendered. */
function loadPages({ manifest }: PrerenderApp): void {
  for (const load of manifest.pageMap?.values() ?? []) load().catch(() => {})
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
