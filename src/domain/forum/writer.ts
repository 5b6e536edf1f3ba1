import type { Instant } from '#src/contract/instant.ts'

/** Who writes, and when. Staff is whoever holds a role. */
export type Writer = { userId: string; isStaff: boolean; now: Instant }
