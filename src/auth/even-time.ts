import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** The random part of a step, in thousandths: it hides the remaining difference. */
const UNEVEN = 100

/**
 * Answers or fails only at whole multiples of so many milliseconds after the start, and up to a tenth of a step later by
 * chance, so that the time does not reveal whether an address is known. Under load it is the second step, for
 * known and unknown addresses alike. (security AN3, AN4)
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
