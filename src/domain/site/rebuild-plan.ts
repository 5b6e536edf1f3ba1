/** How patient the reconciler is, in milliseconds. */
export type BuildTiming = {
  /** All processes together ask at most once in this time. */
  debounce: number
  /** An ask that nobody answered with a build by then was lost. */
  askPatience: number
  /** A build that reported no end by then has failed, however long builds take; `patienceAfter` may be shorter. */
  buildPatience: number
}

const MINUTE = 60_000

/** On Netlify: ask again at every second tick at the latest; builds there end after at most 18 minutes. */
export const HOST_TIMING: BuildTiming = { debounce: 10_000, askPatience: 55_000, buildPatience: 20 * MINUTE }

/** On one machine, where asking is free and the builder itself keeps to one running and one pending build. */
export const LOCAL_TIMING: BuildTiming = { ...HOST_TIMING, debounce: 0 }

/** What the database knows of builds. Ages are milliseconds; null for what never happened. */
export type BuildFacts = {
  askAge: number | null
  /** The last ask has not been answered by the start of a build. */
  isAskOpen: boolean
  isBuilding: boolean
  /** Somebody waits for a build that has not started. */
  hasQueued: boolean
  /** Builds that failed since one succeeded. */
  failures: number
  failureAge: number | null
}

/** How long to leave a failing build alone: twice not at all, then 2, 4, 8 … up to 60 minutes. New edits do not wait. */
export function retryDelay(failures: number): number {
  return failures <= 2 ? 0 : Math.min(2 ** (failures - 2), 60) * MINUTE
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

/** Should the reconciler ask now, given that the live site is stale? At most one build runs and one waits. (security BR4) */
export function isTimeToAsk(facts: BuildFacts, pace: Pick<BuildTiming, 'askPatience'>): boolean {
  const { askAge, isAskOpen, isBuilding, hasQueued, failures, failureAge } = facts
  if (isBuilding) return hasQueued && !isAskOpen
  if (isAskOpen && askAge !== null && askAge < pace.askPatience) return false
  return hasQueued || failureAge === null || failureAge >= retryDelay(failures)
}
