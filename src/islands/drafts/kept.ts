import type { Instant } from '#src/contract/instant.ts'

/** A draft that is this old, in milliseconds, is not restored any more. (product 9) */
export const DRAFT_EXPIRY = 24 * 3_600_000

/** What this browser keeps of something that was not sent. (product 3) */
export type Kept<Fields> = Fields & {
  /** When it was kept. */
  timestamp: Instant
  /** Tells this text from any other: what is sent twice under one name is stored once. (security DB3) */
  name: string
}

/** True while it is under 24 hours old. A clock that was set back makes drafts of the future: those are not kept for ever either. */
export function isFresh({ timestamp }: { timestamp: Instant }, now: Instant): boolean {
  return Math.abs(now - timestamp) < DRAFT_EXPIRY
}
