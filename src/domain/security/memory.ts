import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { getKey, type Limit, type Window } from './limits.ts'

/** Counters one process holds at most; the oldest go first. One is some 150 bytes. */
export const MOST_COUNTERS = 20_000

type Counter = { count: number; endsAt: Instant }

/** The counters of this process. */
type Memory = {
  counters: BoundedStore<Counter>
  /** Addresses and accounts that are known to be banned, and until when: available even without the database. */
  bans: BoundedStore<Instant>
  /** How many callers wait for a place within a limit, by its key. */
  waiting: Map<string, number>
}

/** One per database, so that no test answers for another. */
const memories = new WeakMap<Db, Memory>()

export function getMemory(db: Db): Memory {
  const known = memories.get(db)
  if (known) return known
  const memory = {
    counters: boundedStore<Counter>(MOST_COUNTERS),
    bans: boundedStore<Instant>(MOST_COUNTERS),
    waiting: new Map<string, number>(),
  }
  memories.set(db, memory)
  return memory
}

/**
 * Counts one attempt in this process alone, with the windows of `limit`. Says how many seconds are left to wait;
 * 0 means go on. An attempt that a shorter window refuses is not counted in a longer one, as in the database.
 */
export function takeInMemory({ counters }: Memory, key: string, limit: Limit, now: Instant): number {
  for (const window of limit.windows) {
    const counter = getCounter(counters, getKey(key, limit, window), window, now)
    counter.count += 1
    if (counter.count > window.most) return secondsLeft(counter, now)
  }
  return 0
}

/**
 * Takes a place in every window of `limit`, as in the database, until it is known what came of the attempt: a failure stays
 * counted. Or says how many seconds are left to wait.
 */
export function holdInMemory(
  { counters }: Memory,
  { key, limit, now }: { key: string; limit: Limit; now: Instant },
): { settle: (isFailure: boolean) => Promise<void> } | { wait: number } {
  const running = limit.windows.map((window) => {
    const counter = getCounter(counters, getKey(key, limit, window), window, now)
    return { counter, isFull: counter.count >= window.most }
  })
  const full = running.find(({ isFull }) => isFull)
  if (full) return { wait: secondsLeft(full.counter, now) }
  for (const { counter } of running) counter.count += 1
  return {
    settle: async (isFailure) => {
      if (!isFailure) for (const { counter } of running) counter.count -= 1
    },
  }
}

/** The counter of a window that is open, a new one if need be. */
function getCounter(counters: BoundedStore<Counter>, name: string, { seconds }: Window, now: Instant): Counter {
  const running = counters.get(name)
  if (running && running.endsAt > now) return running
  const counter = { count: 0, endsAt: now + seconds * 1000 }
  counters.set(name, counter)
  return counter
}

function secondsLeft({ endsAt }: Counter, now: Instant): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1000))
}

/** A map that holds `most` entries at most and forgets the oldest ones beyond that. */
type BoundedStore<T> = {
  get: (name: string) => T | undefined
  set: (name: string, entry: T) => void
  delete: (name: string) => void
  size: () => number
}

/**
 * Two generations: when the young one is full it becomes the old one, and what was old is forgotten at once. Taking out the
 * oldest entry of one map one by one gets slow, because V8 walks past all that were taken out before.
 */
export function boundedStore<T>(most: number): BoundedStore<T> {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  return {
    get: (name) => young.get(name) ?? old.get(name),
    set: (name, entry) => {
      old.delete(name)
      if (young.size >= most / 2 && !young.has(name)) {
        old = young
        young = new Map()
      }
      young.set(name, entry)
    },
    delete: (name) => {
      young.delete(name)
      old.delete(name)
    },
    size: () => young.size + old.size,
  }
}
