import { mkdirSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PathWithRoute } from 'astro'
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js'
import type { Ahead } from './ahead.ts'
import { closeSite, finishing, openSite } from './finish-site.ts'
import type { KeptCode, PrerenderApp } from './kept-code.ts'
import { link } from './page-store.ts'

/** Pages that are rendered at the same time, as in `astro.config.ts`. */
const AT_ONCE = 4
/** Pages have the address of the site from the environment. */
const ORIGIN = 'http://localhost'

/** Code that was bundled before, and is loaded. */
type LoadedCode = Pick<KeptCode, 'hash' | 'fixed'> & { app: PrerenderApp }

/** Renders the site with code that is bundled already, as Astro does after it has bundled it. (decision 0070) */
export async function renderSite({ app, ...code }: LoadedCode, outDir: string, ahead?: Ahead): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  const site = openSite(outDir, () => code.hash, ahead)
  loadPages(app)
  const render = finishing((request, { routeData }) => app.render(request, { routeData }), site)
  const paths = byAddress(await new StaticPaths(app).getAll())
  const queue = paths.values()
  const renderer = async () => {
    for (const { pathname, route } of queue) {
      const file = route.type === 'endpoint' ? pathname : `${pathname === '/' ? '/index' : pathname}.html`
      const answer = await render(new Request(new URL(file, ORIGIN)), { routeData: route })
      const { body } = answer instanceof Response ? answer : answer.response
      if (body) await writeNew(join(outDir, file), body)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, renderer))
  await layFolder(code.fixed, outDir)
  await closeSite(site)
  console.log(`Rendered ${paths.size} files, with code that was bundled before.`)
}

/** Loads bundled code; undefined, with a warning, if this Astro renders in another way. */
export async function loadCode({ entry, pages, scripts, ...code }: KeptCode): Promise<LoadedCode | undefined> {
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

/** Never into a file that is there: it may be a link to one that is kept. */
async function writeNew(path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, body, { flag: 'wx' })
}
