import type { Instant } from '#src/contract/instant.ts'
import type { Actor } from './audit/audit.ts'
import type { LetterSite } from './outbox/letter.ts'

/** The actor and time of a write, and the site that its mails are from. */
export type CommandContext = { actor: Actor; site: LetterSite; now: Instant }
