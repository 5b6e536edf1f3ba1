import type { Context, TypedResponse } from 'hono'
import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { readContentVersion } from '#src/domain/site/touch-content.ts'
import type { ApiEnv } from './context.ts'
import { matchesEtag, weakEtag } from './etag.ts'

/**
 * Browsers ask every time and mostly get 304. The CDN answers for half a minute, and then once more while it fetches again;
 * every deploy empties it.
 */
const CACHE = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'Netlify-CDN-Cache-Control': 'public, max-age=30, stale-while-revalidate=60',
}

/** The type of a JSON answer. The client's types see the JSON that a 304 refers to. */
type Json<T> = Response & TypedResponse<T, 200, 'json'>

/** A finished public answer: its text and the tag that names it. */
type Answer = { text: string; tag: string }

/** Serializes a value once, so that it can be sent many times. */
export function getAnswer(value: object): Answer {
  const text = JSON.stringify(value)
  return { text, tag: weakEtag(withoutMoment(text, value)) }
}

/**
 * Sends a public answer that caches may share, or 304 if the caller already has it. Only for content that does not
 * depend on the session.
 */
export function send<T>(c: Context<ApiEnv>, { text, tag }: Answer): Json<T> {
  const headers = { ...CACHE, ETag: tag }
  const isKnown = matchesEtag(c.req.header('If-None-Match'), tag)
  const response = isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers: { ...headers, 'Content-Type': 'application/json' } })
  return response as Json<T>
}

/** A landing contains the time at which it was made; that alone does not make it a different answer. */
function withoutMoment(text: string, value: object): string {
  if (!('now' in value)) return text
  const moment = `"now":${value.now}`
  const at = text.indexOf(moment)
  return text.slice(0, at) + text.slice(at + moment.length)
}

/** Answers cached per process; the oldest goes first. A landing is some 15 kB. */
const KEPT = 500

type CachedAnswer = { version: number; until: Instant; answer: Answer }

/** One store per database, so that no process and no test answers for another. */
const stores = new WeakMap<Db, Map<string, CachedAnswer>>()

type Recipe<T> = {
  /** Reads the value. Throws `Failure` for what is not there; refusals are never cached. */
  read: (now: Instant) => Promise<T>
  /** Until when the value stays valid; null means that it is not stored. */
  until: (value: T, now: Instant) => Instant | null
}

/**
 * A public answer made from published content. It is made once per revision and phase of time: a call costs one query for
 * the revision, and the work of reading and serializing a page only if something has changed. (architecture 9)
 */
export async function sharedContent<T extends object>(
  c: Context<ApiEnv>,
  key: string,
  recipe: Recipe<T>,
): Promise<Json<T>> {
  const { db, clock, retryRead } = c.var
  const now = clock()
  const answer = await retryRead(async () => {
    const version = await readContentVersion(db)
    const store = getStore(db)
    const cached = store.get(key)
    if (cached && cached.version === version && now < cached.until) return cached.answer
    const value = await recipe.read(now)
    const made = getAnswer(value)
    const until = recipe.until(value, now)
    if (until !== null) keep(store, key, { version, until, answer: made })
    return made
  })
  return send<T>(c, answer)
}

function getStore(db: Db): Map<string, CachedAnswer> {
  const store = stores.get(db) ?? new Map<string, CachedAnswer>()
  stores.set(db, store)
  return store
}

function keep(store: Map<string, CachedAnswer>, key: string, cached: CachedAnswer): void {
  store.delete(key)
  store.set(key, cached)
  if (store.size <= KEPT) return
  const [oldest] = store.keys()
  if (oldest !== undefined) store.delete(oldest)
}
