import { KEPT_CACHE } from '#src/contract/kept.ts'
import { createKeeper, keyOf } from './keep-pages.ts'

/** What a service worker has, as far as this one uses it: its types do not go together with those of a page. */
type Client = { url: string; navigate: (url: string) => Promise<unknown> }
type Worker = {
  clients: {
    claim: () => Promise<void>
    get: (id: string) => Promise<Client | undefined>
    matchAll: (options: { includeUncontrolled: boolean }) => Promise<Client[]>
  }
  registration: { scope: string }
  skipWaiting: () => Promise<void>
  addEventListener: (type: string, listen: (event: WorkerEvent) => void) => void
}
type WorkerEvent = {
  request: Request
  resultingClientId: string
  respondWith: (answer: Promise<Response>) => void
  waitUntil: (work: Promise<unknown>) => void
}

/**
 * Keeps what was seen of an event and the page of a logistics form, and nothing else. It is served under the path it is for, so that
 * its scope is no wider. (decision 0063)
 */
const worker = globalThis as unknown as Worker
const keeper = createKeeper({
  cache: () => caches.open(KEPT_CACHE),
  ask: (request) => fetch(request),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  now: Date.now,
})

worker.addEventListener('install', (event) => {
  event.waitUntil(worker.skipWaiting())
})

worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    await worker.clients.claim()
    await keeper.keepSeen(new URL('/event/kept.js', worker.registration.scope).href)
    for (const { url } of await worker.clients.matchAll({ includeUncontrolled: true }))
      if (url.startsWith(worker.registration.scope)) await keeper.keepSeen(url)
  }
  event.waitUntil(takeOver())
})

worker.addEventListener('fetch', (event) => {
  const { request, resultingClientId } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || keyOf(url) === undefined) return
  const { response, after } = keeper.answer(request, async () => {
    const client = await worker.clients.get(resultingClientId)
    await client?.navigate(client.url)
  })
  event.respondWith(response)
  event.waitUntil(after)
})
