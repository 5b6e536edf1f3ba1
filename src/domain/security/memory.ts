import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type BoundedStore, boundedStore } from './bounded-store.ts'
import type { Limit } from './limits.ts'

/** Counters one process holds at most; the oldest go first. One is some 150 bytes. */
export const MOST_COUNTERS = 20_000

type Counter = { count: number; endsAt: Instant }

/** What this process counts by itself. */
export type Memory = {
  counters: BoundedStore<Counter>
  /** Addresses and accounts seen banned, and until when: known even while the database is away. */
  bans: BoundedStore<Instant>
}

/** One per database, so that no test answers for another. */
const memories = new WeakMap<Db, Memory>()

export function memoryOf(db: Db): Memory {
  const known = memories.get(db)
  if (known) return known
  const memory = { counters: boundedStore<Counter>(MOST_COUNTERS), bans: boundedStore<Instant>(MOST_COUNTERS) }
  memories.set(db, memory)
  return memory
}

/**
 * Counts one attempt in this process alone, with the windows of `limit`. Says how many seconds are left to wait;
 * 0 means go on. An attempt that a shorter window refuses is not counted in a longer one, as in the database.
 */
export function takeInMemory({ counters }: Memory, key: string, limit: Limit, now: Instant): number {
  for (const { most, seconds } of limit.windows) {
    const name = `${limit.name}:${seconds}:${key}`
    const running = counters.get(name)
    const counter = running && running.endsAt > now ? running : { count: 0, endsAt: now + seconds * 1000 }
    counter.count += 1
    if (counter !== running) counters.set(name, counter)
    if (counter.count > most) return Math.max(1, Math.ceil((counter.endsAt - now) / 1000))
  }
  return 0
}
