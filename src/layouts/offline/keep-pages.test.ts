import { beforeEach, expect, test } from 'vitest'
import { createKeeper, keyOf } from './keep-pages.ts'

const ORIGIN = 'https://workshops.example'
const PAGE = `${ORIGIN}/event/omaha`

const stored = new Map<string, Response>()
const cache = {
  match: async (key: RequestInfo | URL) => stored.get(String(key))?.clone(),
  put: async (key: RequestInfo | URL, answer: Response) => void stored.set(String(key), answer),
  delete: async (key: RequestInfo | URL) => stored.delete(String(key)),
  keys: async () => [...stored.keys()].map((key) => ({ url: key, toString: () => key }) as unknown as Request),
}
type Site = (path: string, request: Request) => Response | Promise<Response>
let site: Site
let asked: string[]
/** Lets the two seconds pass. */
let pass: () => void
const keeper = createKeeper({
  cache: async () => cache,
  ask: async (request) => {
    const { pathname } = new URL(request.url)
    asked.push(request.cache === 'only-if-cached' ? `${pathname} if there` : pathname)
    return site(pathname, request)
  },
  wait: () => new Promise((resolve) => (pass = resolve)),
  now: () => Date.UTC(2026, 10, 26, 12),
})
const html = (text: string) => new Response(`<html><body>${text}</body></html>`)
const offline: Site = () => Promise.reject(new TypeError('no network'))
const look = async (address = PAGE, onReplaced = () => {}) => {
  const { response, after } = keeper.answer(new Request(address), onReplaced)
  const text = await (await response).text()
  await after
  return text
}

beforeEach(() => {
  stored.clear()
  asked = []
  site = (path) => (path.endsWith('.ics') ? new Response('BEGIN:VCALENDAR') : html('as published'))
})

test.each([
  ['/event/omaha', '/event/omaha'],
  ['/event/omaha.ics', '/event/omaha.ics'],
  ['/event/omaha?utm_source=letter', '/event/omaha'],
  ['/logistics-form/token-of-somebody', '/logistics-form'],
  ['/fonts/display.v1.woff2', '/fonts/display.v1.woff2'],
  ['/api/logistics/look', undefined],
  ['/', undefined],
  ['/admin', undefined],
  ['/events', undefined],
  ['/event-sheet', undefined],
])('%s is kept as %s', (path, key) => {
  expect(keyOf(new URL(path, ORIGIN))).toBe(key)
})

test('a page that was seen, and its calendar file, open without a network; the page says so', async () => {
  expect(await look()).toBe('<html><body>as published</body></html>')
  site = offline
  expect(await look()).toContain(
    `<script src="/event/kept.js" data-at="${Date.UTC(2026, 10, 26, 12)}"></script></body>`,
  )
  expect(await look(`${PAGE}.ics`)).toBe('BEGIN:VCALENDAR')
})

test('what was never seen fails as it does without us', async () => {
  site = offline
  await expect(look()).rejects.toThrow('no network')
})

test('the network is first: a page that is cancelled or gone is what it says, and the copy goes with it', async () => {
  await look()
  site = () => html('cancelled')
  expect(await look()).toContain('cancelled')
  site = () => new Response('not found', { status: 404 })
  expect(await look()).toBe('not found')
  expect([...stored.keys()]).toEqual([])
})

test('a server at fault is no reason to forget: the copy is shown', async () => {
  await look()
  site = () => new Response('busy', { status: 503 })
  expect(await look()).toContain('as published')
  expect(stored.has('/event/omaha')).toBe(true)
})

test('after two seconds the copy is shown, and the answer that comes later takes its place, once', async () => {
  await look()
  let answer: (response: Response) => void = () => {}
  site = () => new Promise((resolve) => (answer = resolve))
  let replaced = 0
  const { response, after } = keeper.answer(new Request(PAGE), () => (replaced += 1))
  await new Promise((resolve) => setTimeout(resolve))
  pass()
  expect(await (await response).text()).toContain('kept.js')
  answer(html('cancelled'))
  await after
  expect(replaced).toBe(1)
  site = offline
  expect(await look()).toBe('<html><body>cancelled</body></html>')
  expect(await look()).toContain('kept.js')
})

test('files named by their content come from the copy, without asking', async () => {
  await look(`${ORIGIN}/fonts/display.v1.woff2`)
  asked = []
  await look(`${ORIGIN}/fonts/display.v1.woff2`)
  expect(asked).toEqual([])
})

test('what was seen before is stored with its files and what these import, as far as the browser has them', async () => {
  site = (path) => {
    if (path === '/logistics-form') return html('<script src="/_astro/form.1.js"></script><img src="/_media/a.webp">')
    if (path === '/_astro/form.1.js') return new Response('import"./part.2.js"')
    if (path === '/_astro/part.2.js') return new Response('import"./form.1.js"')
    return new Response(null, { status: 504 })
  }
  await keeper.keepSeen(`${ORIGIN}/logistics-form/token-of-somebody`)
  expect([...stored.keys()].sort()).toEqual(['/_astro/form.1.js', '/_astro/part.2.js', '/logistics-form'])
  expect(asked.slice(1).every((path) => path.endsWith(' if there'))).toBe(true)
})

test('the oldest copies go', async () => {
  for (let each = 0; each < 90; each += 1) await look(`${ORIGIN}/fonts/${each}.woff2`)
  expect(stored.size).toBe(80)
  expect(stored.has('/fonts/89.woff2')).toBe(true)
})
