import type { PageCache } from '#src/platform/page-cache.ts'
import { type StaticFile, serveFile, toStaticFile } from './static-file.ts'

/** Asks the function itself. */
type Ask = (request: Request) => Promise<Response>
type Made = { answer: CachedPage | Response; query: string[] }

/** Plays the part of Netlify's cache before a function whose answers carry tags. */
export type LocalCache = PageCache & {
  /** The answer to this request, from the cache where it may come from there. `release` is the site that is live. */
  answer: (request: Request, release: string, ask: Ask) => Promise<Response>
}

/** For the host alone: visitors do not see them. */
const FOR_THE_HOST = ['netlify-cdn-cache-control', 'netlify-cache-tag', 'netlify-vary']
/** What makes an answer one caller's own, or half of one. */
const CALLERS_OWN = ['if-none-match', 'if-modified-since', 'cookie', 'authorization']

/**
 * A cache that does what we ask of Netlify's: keeps an answer for as long as its `Netlify-CDN-Cache-Control` says,
 * separately for the parameters that `Netlify-Vary` names, until one of its tags is purged or another site is live. So
 * a local server shows the same as visitors see. `now` counts milliseconds.
 */
export function createLocalCache(now: () => number = () => performance.now(), most = MOST): LocalCache {
  const pages = createKeptPages(most)
  const inHand = new Map<string, Promise<Made>>()
  let live = ''

  const make = async (request: Request, ask: Ask): Promise<CachedPage | Response> => {
    const key = pages.getKey(request.url)
    const known = inHand.get(key)
    if (known) return (await known).answer
    const making = ask(withoutCaller(request)).then((response) => toMade(response, now()))
    inHand.set(key, making)
    try {
      const { answer, query } = await making
      if (inHand.get(key) === making && !(answer instanceof Response)) pages.keep(request.url, query, answer)
      return answer
    } finally {
      if (inHand.get(key) === making) inHand.delete(key)
    }
  }
  return {
    purge: async (tags) => {
      // An answer in progress may have been read before the change: only those already waiting for it get it.
      inHand.clear()
      pages.purge(tags)
    },
    answer: async (request, release, ask) => {
      if (release !== live) pages.clear()
      if (release !== live) inHand.clear()
      live = release
      if (request.method !== 'GET' && request.method !== 'HEAD') return ask(request)
      const found = pages.find(request.url)
      if (!found || now() >= found.shownUntil) return send(await make(request, ask), request)
      if (now() >= found.freshUntil) make(request, ask).catch(() => {})
      return send(found, request)
    },
  }
}

/** A cache asks for a whole answer that is anybody's. */
function withoutCaller({ url, headers: given }: Request): Request {
  const headers = new Headers(given)
  for (const name of CALLERS_OWN) headers.delete(name)
  return new Request(url, { headers })
}

async function toMade(response: Response, at: number): Promise<Made> {
  const { status, headers } = response
  const control = headers.get('netlify-cdn-cache-control') ?? ''
  const tags = headers.get('netlify-cache-tag')
  const query = /query=([^,]*)/.exec(headers.get('netlify-vary') ?? '')?.[1]?.split('|') ?? []
  if (tags === null) return { answer: response, query }
  for (const name of FOR_THE_HOST) headers.delete(name)
  const freshUntil = at + 1_000 * getSeconds('max-age', control)
  const shownUntil = freshUntil + 1_000 * getSeconds('stale-while-revalidate', control)
  const file = await toStaticFile(response)
  return { answer: { file, status, tags: new Set(tags.split(',')), freshUntil, shownUntil }, query }
}

function getSeconds(name: string, control: string): number {
  return Number(new RegExp(`\\b${name}=(\\d+)`).exec(control)?.[1] ?? 0)
}

/** Compressed as the caller can read it, as files are. */
async function send(answer: CachedPage | Response, request: Request): Promise<Response> {
  if (!(answer instanceof Response)) return serveFile(answer.file, request, answer.status)
  const response = answer.clone()
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  return isPage ? serveFile(await toStaticFile(response), request, response.status) : response
}

/** A cached answer: until when it is fresh, and until when it is shown while it is made again. */
type CachedPage = {
  file: StaticFile
  status: number
  tags: ReadonlySet<string>
  freshUntil: number
  shownUntil: number
}

/** Answers kept at once, and their bytes before compression. The oldest go first. */
const MOST = { answers: 500, bytes: 16 * 1024 * 1024 }

/** Answers by their address. Of its parameters only those count that the last answer for its path named. */
type KeptPages = {
  /** What two requests share that may get the same answer. */
  getKey: (url: string) => string
  find: (url: string) => CachedPage | undefined
  /** `query` names the parameters that make it another answer. */
  keep: (url: string, query: readonly string[], page: CachedPage) => void
  purge: (tags: readonly string[]) => void
  clear: () => void
}

function createKeptPages(most: typeof MOST): KeptPages {
  const kept = new Map<string, CachedPage>()
  const queries = new Map<string, readonly string[]>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= kept.get(key)?.file.bytes.length ?? 0
    kept.delete(key)
  }
  const getKey = (url: string) => {
    const { pathname, search, searchParams } = new URL(url)
    const query = queries.get(pathname)
    return query ? JSON.stringify([pathname, ...query.map((name) => searchParams.getAll(name))]) : pathname + search
  }
  return {
    getKey,
    find: (url) => kept.get(getKey(url)),
    keep: (url, query, page) => {
      const { pathname } = new URL(url)
      queries.delete(pathname)
      queries.set(pathname, query)
      drop(getKey(url))
      kept.set(getKey(url), page)
      bytes += page.file.bytes.length
      for (const oldest of kept.keys()) {
        if (kept.size <= most.answers && bytes <= most.bytes) break
        drop(oldest)
      }
      const [oldest] = queries.keys()
      if (queries.size > most.answers && oldest !== undefined) queries.delete(oldest)
    },
    purge: (tags) => {
      for (const [key, page] of kept) if (tags.some((tag) => page.tags.has(tag))) drop(key)
    },
    clear: () => {
      kept.clear()
      queries.clear()
      bytes = 0
    },
  }
}
