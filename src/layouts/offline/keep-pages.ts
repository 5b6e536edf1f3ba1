import { NETWORK_WITHIN } from '#src/contract/kept.ts'

/** When a copy was made, in milliseconds since 1970. */
const KEPT_AT = 'x-kept-at'
/** More copies than anybody looks at without a network: beyond, the oldest goes. */
const MOST = 80

/** What keeping needs from the browser. */
type Surroundings = {
  cache: () => Promise<Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>>
  ask: (request: Request) => Promise<Response>
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  now: () => number
}

/** An answer for the page, and what goes on after it was given: the service worker stays for it. */
type Answered = { response: Promise<Response>; after: Promise<unknown> }

type Keeper = {
  /** The network's answer, or after two seconds the copy. `onReplaced` is called if a newer answer than the copy comes later. */
  answer: (request: Request, onReplaced: () => unknown) => Answered
  /** Stores what was seen before there was a service worker: a page, and the files it consists of. */
  keepSeen: (address: string) => Promise<void>
}

/** The name under which an address is kept; undefined for what is none of ours. The token of a logistics link is not in it. (security LG1) */
export function keyOf({ pathname }: URL): string | undefined {
  if (/^\/logistics-form(\/|$)/.test(pathname)) return '/logistics-form'
  if (/^\/event\/[^/]+$/.test(pathname) || pathname === '/islands.js' || isFile(pathname)) return pathname
  return undefined
}

/** Its name changes with what it holds, so a copy is as good as the original. */
const isFile = (path: string) => /^\/(_astro|_media|fonts)\//.test(path)
const isEventPage = (key: string) => /^\/event\/[^/.]+$/.test(key)

type Copies = ReturnType<typeof createCopies>

/** The copies in this browser, and how they come to be. */
function createCopies({ cache, ask, now }: Surroundings) {
  const keep = async (key: string, answer: Response) => {
    const headers = new Headers(answer.headers)
    // The body is stored as it reads, not as it came.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    headers.set(KEPT_AT, String(now()))
    const copy = new Response(await answer.arrayBuffer(), { headers })
    const store = await cache()
    await store.delete(key)
    await store.put(key, copy)
    for (const old of (await store.keys()).slice(0, -MOST)) await store.delete(old)
  }

  const forget = async (key: string) => {
    const store = await cache()
    await Promise.all([key, `${key}.ics`].map((name) => store.delete(name)))
  }

  /** What is gone or has moved is forgotten; a server at fault says nothing about the page. */
  const fetchAndKeep = async (request: Request, key: string) => {
    const answer = await ask(request)
    if (answer.status === 200 && answer.type !== 'opaque') await keep(key, answer.clone())
    else if (answer.status < 500 && answer.status !== 429) await forget(key)
    return answer
  }

  const keepCalendar = async (key: string, origin: string) => {
    const store = await cache()
    const file = `${key}.ics`
    if (!isEventPage(key) || (await store.match(file)) || !(await store.match(key))) return
    await fetchAndKeep(new Request(new URL(file, origin)), file)
  }

  /** Stores a file if the browser still has it, and returns its text. Nothing is downloaded for it. */
  const keepAtHand = async (url: URL) => {
    const file = await ask(new Request(url, { cache: 'only-if-cached', mode: 'same-origin' })).catch(() => undefined)
    if (file?.status !== 200) return ''
    await keep(url.pathname, file.clone())
    return url.pathname.endsWith('.js') ? file.text() : ''
  }
  const match = async (key: string) => (await cache()).match(key)
  return { match, fetchAndKeep, keepCalendar, keepAtHand }
}

/** Keeps pages: always the network first, since only it knows what was unpublished or cancelled. */
export function createKeeper(surroundings: Surroundings): Keeper {
  const copies = createCopies(surroundings)
  /** Addresses whose newer answer was stored after the copy was shown: the next look at them shows it. */
  const renewed = new Set<string>()

  const answer: Keeper['answer'] = (request, onReplaced) => {
    const url = new URL(request.url)
    const key = keyOf(url) ?? url.pathname
    const kept = copies.match(key)
    const asked = kept.then((copy) =>
      copy && (isFile(key) || renewed.delete(key)) ? copy : copies.fetchAndKeep(request, key),
    )
    let isOld = false
    const response = kept.then(async (copy) => {
      if (!copy) return asked
      const first = await Promise.race([asked.catch(() => undefined), surroundings.wait(NETWORK_WITHIN)])
      if (first && first.status < 500) return first
      isOld = true
      return markOld(copy, key)
    })
    const later = async () => {
      await response
      const newer = await asked
      await copies.keepCalendar(key, url.origin)
      if (!isOld || newer.status >= 500) return
      renewed.add(key)
      await onReplaced()
    }
    return { response, after: later().catch(() => {}) }
  }

  const keepSeen = async (address: string) => {
    const url = new URL(address)
    const key = keyOf(url)
    if (!key) return
    const page = await copies.fetchAndKeep(new Request(new URL(key, url), { cache: 'force-cache' }), key)
    if (page.status !== 200) return
    await copies.keepCalendar(key, url.origin)
    await keepFiles(copies, { text: await page.text(), base: url }, new Set())
  }
  return { answer, keepSeen }
}

const NAMED_FILE = /["'(]((?:\.\/|\/)[\w./-]+\.(?:js|woff2|webp|png|svg|jpe?g|avif))["')]/g

/** Stores what a page and its scripts name. */
async function keepFiles(copies: Copies, { text, base }: { text: string; base: URL }, known: Set<string>) {
  for (const [, name = ''] of text.matchAll(NAMED_FILE)) {
    const url = new URL(name, base)
    if (!isFile(url.pathname) || known.has(url.pathname)) continue
    known.add(url.pathname)
    await keepFiles(copies, { text: await copies.keepAtHand(url), base: url }, known)
  }
}

/** The copy of an event's page loads a script that says how old it is. The form's own page says so itself. */
async function markOld(copy: Response, key: string): Promise<Response> {
  if (!isEventPage(key)) return copy
  const script = `<script src="/event/kept.js" data-at="${copy.headers.get(KEPT_AT)}"></script>`
  const html = await copy.text()
  return new Response(html.replace(/<\/body>|$/, `${script}$&`), { headers: copy.headers })
}
