import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionFault, isOverloadFault, isSerializationFault } from './fault.ts'

const RETRIES = 3
const SHORTEST_PAUSE = 50
const LONGEST_PAUSE = 800
const READ_WITHIN = 5_000
const TRY_WITHIN = 2_000
const FIRST_WRITE_PAUSE = 250
const LONGEST_WRITE_PAUSE = 5_000
const WRITE_WITHIN = 90_000

/**
 * Runs a read, and up to three times again while the connection is at fault or silent for two seconds, with pauses of 50 to
 * 800 ms at random. An earlier try that answers after all counts too. Settles within five seconds. `read` must change
 * nothing: it may run again after it succeeded unheard, or run on after this has given up. Throws the last fault as it came;
 * `isConnectionFault` knows it. (security DB1, DB6)
 */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + READ_WITHIN
  const earlier: Promise<T>[] = []
  for (let retries = 0; ; retries += 1) {
    const tried = (async () => read())()
    try {
      return await within(Math.min(deadline, performance.now() + TRY_WITHIN), [...earlier, tried])
    } catch (fault) {
      const pause = SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE)
      if (retries === RETRIES || !isConnectionFault(fault) || performance.now() + pause >= deadline) throw fault
      earlier.push(tried.catch(() => new Promise<never>(() => {})))
      await sleep(pause)
    }
  }
}

/**
 * Runs a transaction, and up to twice again when the database gave it up for another one. A lost connection is not
 * retried: the transaction may have been committed. `openDb` does this for every transaction. (security DB4)
 */
export async function retrySerialization<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction()
    } catch (fault) {
      if (tries === 3 || !isSerializationFault(fault)) throw fault
      await sleep(Math.random() * SHORTEST_PAUSE * tries)
    }
  }
}

/** How long to try, in milliseconds, and what ends it sooner. */
type Persistence = { atMost?: number; signal?: AbortSignal | undefined }

/**
 * Runs a write until it succeeds: again while the fault is a passing one, with pauses that double from 250 ms to 5 s,
 * for 90 seconds by default or until `signal`. `write` may run again after a success whose answer was lost, so it must
 * be idempotent. Throws the last fault as it came.
 */
export async function retryWrite<T>(
  write: () => Promise<T>,
  { atMost = WRITE_WITHIN, signal }: Persistence = {},
): Promise<T> {
  const deadline = performance.now() + atMost
  for (let pause = FIRST_WRITE_PAUSE; ; pause = Math.min(pause * 2, LONGEST_WRITE_PAUSE)) {
    try {
      return await write()
    } catch (fault) {
      const isPassing = isConnectionFault(fault) || isSerializationFault(fault) || isOverloadFault(fault)
      if (!isPassing || signal?.aborted || performance.now() + pause >= deadline) throw fault
      // An end in the middle of the pause gives the write one more try.
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }
}

async function within<T>(deadline: number, reads: readonly Promise<T>[]): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new Error('The database did not answer in time.'))
  const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()))
  try {
    return await Promise.race([...reads, late])
  } finally {
    clearTimeout(timer)
  }
}
