import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { SiteLevel } from '#src/contract/site-mode.ts'
import { readSiteMode } from '#src/domain/site-mode/site-mode.ts'
import type { ApiDeps } from './context.ts'
import { withDeadline } from './deadline.ts'

/** How long a process believes the row it read, in milliseconds. */
const FRESH = 5_000
/** How long a process does not try again after a failed read, in milliseconds: calls during an outage do not wait one by one. */
const PAUSE = 2_000

type Known = { level: SiteLevel; until: Instant | null; readAt: Instant }
type Store = { known?: Known; reading?: Promise<Known>; failed?: { fault: unknown; at: Instant } }

/** One store per database: all areas of a process share it. */
const stores = new WeakMap<Db, Store>()

type ReadLevel = {
  /** Null if it was never read. */
  level: SiteLevel | null
  until: Instant | null
  /** Why the row could not be read now: then `level` is what was read last. */
  fault?: unknown
}

type Reader = Pick<ApiDeps, 'db' | 'clock' | 'retryRead'>

/**
 * The level in force, read at most every five seconds; callers at the same time wait for one query, for at most `patience`
 * milliseconds. Never throws. (decision 0050)
 */
export async function readLevel({ db, clock, retryRead }: Reader, patience: number): Promise<ReadLevel> {
  const store = stores.get(db) ?? {}
  stores.set(db, store)
  const now = clock()
  if (store.known && isFresh(store.known, now)) return inForce(store.known, now)
  if (store.failed && now >= store.failed.at && now < store.failed.at + PAUSE)
    return asFailed(store, now, store.failed.fault)
  store.reading ??= retryRead(() => readSiteMode(db, now))
    .then(({ level, until }) => {
      store.known = { level, until, readAt: now }
      delete store.failed
      return store.known
    })
    .finally(() => {
      delete store.reading
    })
  try {
    return inForce(await withDeadline(patience, store.reading), now)
  } catch (fault) {
    store.failed = { fault, at: now }
    return asFailed(store, now, fault)
  }
}

function asFailed({ known }: Store, now: Instant, fault: unknown): ReadLevel {
  return known ? { ...inForce(known, now), fault } : { level: null, until: null, fault }
}

/** Makes this process read the row at the next call. Call it after changing the level. */
export function forgetLevel(db: Db): void {
  stores.delete(db)
}

/** A clock that was set back makes nothing fresh. */
function isFresh({ readAt }: Known, now: Instant): boolean {
  return now >= readAt && now < readAt + FRESH
}

function inForce({ level, until }: Known, now: Instant): { level: SiteLevel; until: Instant | null } {
  return until !== null && until <= now ? { level: 0, until: null } : { level, until }
}
