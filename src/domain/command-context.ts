import type { Instant } from '#src/contract/instant.ts'
import type { Actor } from './audit/audit.ts'
import type { LetterSite } from './outbox/letter.ts'

/** Whom a write is done for, when, and the site its mails speak for. */
export type CommandContext = { actor: Actor; site: LetterSite; now: Instant }
