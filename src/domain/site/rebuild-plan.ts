/** The times and limits of the reconciler; times are in milliseconds. */
export type BuildTiming = {
  /** All processes together ask for changed content at most once in this time. */
  debounce: number
  /** A request that led to no build by then was lost. */
  askPatience: number
  /** A build that reported no end by then has failed, however long builds take; `timeoutAfter` may be shorter. */
  buildPatience: number
  /** How often in 30 days the host is asked for what it has been asked for before. */
  repeats: number
  /** How often the schedule runs. */
  tickEvery: number
}

const MINUTE = 60_000

/** On Netlify, where every build costs credits. `BUILD_EVERY` may change its debounce. Builds there end after at most 18 minutes. */
export const HOST_TIMING: BuildTiming = {
  debounce: 5 * MINUTE,
  askPatience: 5 * MINUTE,
  buildPatience: 20 * MINUTE,
  repeats: 6,
  tickEvery: 15 * MINUTE,
}

/** On one machine, where asking is free and the builder itself keeps to one running and one pending build. */
export const LOCAL_TIMING: BuildTiming = {
  ...HOST_TIMING,
  debounce: 0,
  askPatience: 55_000,
  repeats: Number.POSITIVE_INFINITY,
  tickEvery: MINUTE,
}

/** A person who presses 'Build again' waits for nothing but the press before, in milliseconds. (security BR8) */
export const PRESS_DEBOUNCE = 10_000

/** What the database knows of builds. Ages are milliseconds; null for what never happened. */
export type BuildFacts = {
  /** The host publishes nothing until it is unlocked there. */
  isLocked: boolean
  askAge: number | null
  /** The last ask has not been answered by the start of a build. */
  isAskOpen: boolean
  isBuilding: boolean
  /** A queued build has not started. */
  hasQueued: boolean
  /** A build was queued since the host was last asked. */
  hasNew: boolean
  /** Builds that failed since one succeeded. */
  failures: number
  failureAge: number | null
  /** How often the host was asked again for the same thing in the last 30 days. */
  repeats: number
}

/**
 * What to do about a live site that is not as it should be: ask for something new, ask again for the same thing, wait, or
 * leave it until somebody unlocks the host, changes something or presses 'Build again'.
 */
export type AskStep = 'ask' | 'askAgain' | 'waiting' | 'locked' | 'givenUp'

/**
 * How long to leave a failing build alone: twice not at all, then 4, 16, 64 … up to 240 minutes, so that six tries
 * outlast a bad morning of the host. New edits do not wait.
 */
export function retryDelay(failures: number): number {
  return failures <= 2 ? 0 : Math.min(4 ** (failures - 2), 240) * MINUTE
}

/** No build is taken for lost sooner, in milliseconds: what starts a build may be slower than the build itself. */
const LEAST_PATIENCE = 2 * MINUTE

/**
 * How long to wait for word of a running build, in milliseconds: three times as long as the slowest of the latest ones took,
 * within two minutes and `most`; `most` where none is known.
 */
export function timeoutAfter(lengths: readonly number[], most: number): number {
  if (lengths.length === 0) return most
  return Math.min(most, Math.max(LEAST_PATIENCE, 3 * Math.max(...lengths)))
}

/**
 * The next step while the live site is stale. `boundaryAge` says how many milliseconds ago a page stopped being true by
 * itself; null if none did. At most one build runs and one waits, and in any 30 days there are at most as many builds as
 * edits after the debounce, boundaries and `repeats` together, whatever the host does. (security BR4)
 */
export function getAskStep(
  facts: BuildFacts,
  { boundaryAge, timing }: { boundaryAge: number | null; timing: Pick<BuildTiming, 'askPatience' | 'repeats'> },
): AskStep {
  const { isLocked, askAge, isAskOpen, isBuilding, hasQueued, hasNew, failures, failureAge } = facts
  if (isLocked) return 'locked'
  if (isBuilding) return hasNew && !isAskOpen ? 'ask' : 'waiting'
  if (isAskOpen && askAge !== null && askAge < timing.askPatience) return 'waiting'
  if (hasNew || askAge === null || (boundaryAge !== null && boundaryAge < askAge)) return 'ask'
  if (facts.repeats >= timing.repeats) return 'givenUp'
  return hasQueued || failureAge === null || failureAge >= retryDelay(failures) ? 'askAgain' : 'waiting'
}
