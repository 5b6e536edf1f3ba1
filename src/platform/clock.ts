import type { Instant } from '#src/contract/instant.ts'

/** Tells the time. The domain never asks the machine itself, so that tests and `CLOCK` can move it. */
export type Clock = () => Instant

/** The machine's clock. */
export const systemClock: Clock = () => Date.now()

/** A clock that runs on from `start`, to try what happens on the day. */
export function clockStartingAt(start: Instant, base: Clock = systemClock): Clock {
  const offset = start - base()
  return () => base() + offset
}
