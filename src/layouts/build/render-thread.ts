import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { openSite } from './finish-site.ts'
import { type Batch, loadCode, pageRenderer, type ThreadTask } from './render-site.ts'

/** The thread of `renderPages`: renders the pages of events that it is sent, and answers with what each needs of the site around it. */
const { code, outDir, site }: ThreadTask = workerData
if (!parentPort) throw new Error('This runs as a thread of a build.')
const build = openSite(outDir, () => undefined)
const rows = new Map()
globalThis.sentSite = { site, rows }
const loaded = await loadCode(code)
if (!loaded) throw new Error('The code could be loaded once, and not again.')
const render = pageRenderer(loaded.app, build)
const routes = new Map(loaded.app.manifest.routes.map(({ routeData }) => [routeData.component, routeData]))
for await (const [batch] of on(parentPort, 'message') as AsyncIterable<[Batch]>) {
  build.finished.clear()
  for (const page of batch) rows.set(page.rows.event.eventSlug, page.rows)
  // The first page of all has Astro ask for the addresses, once.
  const [first, ...others] = batch.map(({ pathname, component }) => ({ pathname, route: requireRoute(component) }))
  if (first) await render(first)
  await Promise.all(others.map(render))
  rows.clear()
  parentPort.postMessage(build.finished)
}

function requireRoute(component: string) {
  const route = routes.get(component)
  if (!route) throw new Error(`There is no page ${component}.`)
  return route
}
