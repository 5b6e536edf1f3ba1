import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { openSite } from './finish-site.ts'
import { loadCode, pageRenderer, type Sent, type ThreadTask } from './render-site.ts'

/** The thread of `renderPages`: renders the pages of events that it is sent, and answers with what each needs of the site around it. */
const { code, outDir }: ThreadTask = workerData
if (!parentPort) throw new Error('This runs as a thread of a build.')
const messages = on(parentPort, 'message') as AsyncIterable<[Sent]>
const build = openSite(outDir, () => undefined)
const loaded = await loadCode(code)
if (!loaded) throw new Error('The code could be loaded once, and not again.')
const render = pageRenderer(loaded.app, build)
const routes = new Map(loaded.app.manifest.routes.map(({ routeData }) => [routeData.component, routeData]))
const rows = new Map()
for await (const [sent] of messages) {
  if ('site' in sent) globalThis.sentSite = { site: sent.site, rows }
  else parentPort.postMessage(await renderBatch(sent.batch))
}

async function renderBatch(batch: Extract<Sent, { batch: unknown }>['batch']): Promise<typeof build.finished> {
  build.finished.clear()
  rows.clear()
  for (const page of batch) rows.set(page.rows.event.eventSlug, page.rows)
  // The first page of all has Astro ask for the addresses, once.
  const [first, ...others] = batch.map(({ pathname, component }) => ({ pathname, route: requireRoute(component) }))
  if (first) await render(first)
  await Promise.all(others.map(render))
  return build.finished
}

function requireRoute(component: string) {
  const route = routes.get(component)
  if (!route) throw new Error(`There is no page ${component}.`)
  return route
}
