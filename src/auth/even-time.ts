import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Of a step, in thousandths: what is left of a difference drowns in it. */
const UNEVEN = 100

/**
 * Answers, or fails, only at full steps of so many milliseconds after it began, and up to a tenth of a step later by
 * chance, so that how long it took does not tell whether an address is known. On a busy day that is the second step, for
 * the one as for the other. (security AN3, AN4)
 */
export async function inEvenTime<T>(step: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const steps = Math.max(1, Math.ceil((performance.now() - startedAt) / step))
    const end = startedAt + step * (steps + randomInt(UNEVEN) / 1000)
    await sleep(end - performance.now())
  }
}
