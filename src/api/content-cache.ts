import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { readContentVersion } from '#src/domain/site/touch-content.ts'
import type { ApiEnv } from './context.ts'
import { type Answer, answerOf, type Json, send } from './public-cache.ts'

/** Answers kept per process; the oldest goes first. A landing is some 15 kB. */
const KEPT = 500

type Kept = { version: number; until: Instant; answer: Answer }

/** One store per database, so that no process and no test answers for another. */
const stores = new WeakMap<Db, Map<string, Kept>>()

type Recipe<T> = {
  /** Reads the value. Throws `Failure` for what is not there; refusals are never kept. */
  read: (now: Instant) => Promise<T>
  /** Until when the value stays true by itself; null keeps it out of the store. */
  until: (value: T, now: Instant) => Instant | null
}

/**
 * A public answer made from published content. It is made once per revision and phase of time: a call costs one query for
 * the revision, and the work of reading and writing out a page only when something has changed. (architecture 9)
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
    const store = storeOf(db)
    const kept = store.get(key)
    if (kept && kept.version === version && now < kept.until) return kept.answer
    const value = await recipe.read(now)
    const made = answerOf(value)
    const until = recipe.until(value, now)
    if (until !== null) keep(store, key, { version, until, answer: made })
    return made
  })
  return send<T>(c, answer)
}

function storeOf(db: Db): Map<string, Kept> {
  const store = stores.get(db) ?? new Map<string, Kept>()
  stores.set(db, store)
  return store
}

function keep(store: Map<string, Kept>, key: string, kept: Kept): void {
  store.delete(key)
  store.set(key, kept)
  if (store.size <= KEPT) return
  const [oldest] = store.keys()
  if (oldest !== undefined) store.delete(oldest)
}
