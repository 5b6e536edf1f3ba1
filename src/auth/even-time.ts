import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Answers no sooner than `milliseconds` after it began, so that how long it took does not tell whether an address is
 * known. What fails is told at once: it fails alike for everybody. (security AN3, AN4)
 */
export async function inEvenTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(milliseconds)])
  return result
}
