import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionFault, isSerializationFault } from './fault.ts'

const RETRIES = 3
const SHORTEST_PAUSE = 50
const LONGEST_PAUSE = 800
const READ_WITHIN = 5_000

/**
 * Runs a read, and up to three times again while the connection is at fault, with pauses of 50 to 800 ms at random.
 * Settles within five seconds. `read` must change nothing: it may run again after it succeeded unheard, or run on
 * after this has given up. Throws the last fault as it came; `isConnectionFault` knows it. (security DB1)
 */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + READ_WITHIN
  for (let retries = 0; ; retries += 1) {
    try {
      return await within(deadline, read)
    } catch (fault) {
      const pause = SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE)
      if (retries === RETRIES || !isConnectionFault(fault) || performance.now() + pause >= deadline) throw fault
      await sleep(pause)
    }
  }
}

/**
 * Runs a transaction, and up to twice again when the database gave it up for another one. A lost connection is not
 * retried: the transaction may have been committed. (security DB4)
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

async function within<T>(deadline: number, read: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new Error('The database did not answer in time.'))
  const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()))
  try {
    return await Promise.race([read(), late])
  } finally {
    clearTimeout(timer)
  }
}
