import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { EventRows } from '#src/contract/event.ts'
import { openSite } from './finish-site.ts'
import { EVENT_PAGE, eventPath, loadCode, pageRenderer, type Sent, type ThreadTask } from './render-site.ts'

/** The thread of `shareEvents`: renders the pages of the events that it is sent, and answers with what each needs of the site around it. */
const { code, outDir }: ThreadTask = workerData
if (!parentPort) throw new Error('This runs as a thread of a build.')
const messages = on(parentPort, 'message') as AsyncIterable<[Sent]>
const build = openSite(outDir, () => undefined)
const loaded = await loadCode(code)
if (!loaded) throw new Error('The code could be loaded once, and not again.')
const render = pageRenderer(loaded.app, build)
const route = loaded.app.manifest.routes.find(({ routeData }) => routeData.component === EVENT_PAGE)?.routeData
if (!route) throw new Error(`There is no page ${EVENT_PAGE}.`)
const renderEvent = ({ event }: EventRows) => render({ pathname: eventPath(event.eventSlug), route })
const rows = new Map<string, EventRows>()
for await (const [sent] of messages) {
  if ('site' in sent) globalThis.sentSite = { site: sent.site, rows }
  else parentPort.postMessage(await renderEvents(sent.events))
}

async function renderEvents(events: readonly EventRows[]): Promise<typeof build.finished> {
  build.finished.clear()
  rows.clear()
  for (const one of events) rows.set(one.event.eventSlug, one)
  // The first page of all has Astro ask for the addresses, once.
  const [first, ...others] = events
  if (first) await renderEvent(first)
  for (const one of others) await renderEvent(one)
  return build.finished
}
