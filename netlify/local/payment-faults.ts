/** What goes wrong on the way, for tests. Each is a share of all cases, or a switch. */
export type ProviderFaults = {
  /** Notices that come a second time. */
  duplicated: number
  /** Notices that are kept back until `deliverHeld`. */
  held: number
  /** Notices that never come. */
  lost: number
  /** Answers of 500 after the work was done: the same key then gives the same 500, as at the provider. */
  broken: number
  /** Payments whose money arrives later, or not. */
  delayed: number
  /** Draws a number from 0 up to 1. */
  random: () => number
}

/** A provider on a good day. */
export const NO_FAULTS: ProviderFaults = { duplicated: 0, held: 0, lost: 0, broken: 0, delayed: 0, random: () => 0.5 }
