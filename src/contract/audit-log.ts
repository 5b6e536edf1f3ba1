import { z } from 'zod'
import type { Instant } from './instant.ts'
import { isStorable } from './text.ts'

/** What looking for a saved hash finds. */
export const HASH_FOUND = 'Found. If the chain is intact, no entry up to this hash is missing.'
export const HASH_NOT_FOUND = 'Not found. The log was shortened or rewritten after this hash was saved.'

/** Why a chain breaks at an entry that was edited. */
export const CONTENT_CHANGED = 'Its content does not match its hash.'

/** Refuses a value that is not a hash. */
export const BAD_HASH = 'A hash has 64 characters: 0 to 9 and a to f'

/** Refuses half a subject. */
export const SUBJECT_INCOMPLETE = 'Enter both the subject type and the subject ID'

/** Precedes the filter that a button removes. */
export const REMOVE_FILTER = 'Remove filter:'

/** Names the fields an entry did not change. */
export const ONE_UNCHANGED = '1 unchanged field'

/** The button that looks for a saved hash. */
export const FIND_HASH = 'Find hash'

/** The label of the field for a hash saved earlier. */
export const SAVED_HASH = 'Saved hash'

/** What the check says when no entry was changed. */
export const LOG_INTACT = 'The log is intact'

/** The button and the dialog that check the hash chain. */
export const VERIFY_CHAIN = 'Verify chain'

/** The title of an empty log. */
export const NO_CHANGES_YET = 'No changes yet'

/** The title of a filtered log without entries. */
export const NO_MATCHING_ENTRIES = 'No matching entries'

/** The names of actors that are not people. */
export const ACTOR_NAMES = {
  cli: 'Command line',
  schedule: 'Scheduler',
  system: 'System',
  limits: 'Rate limiter',
  seed: 'Demo seed',
  anonymous: 'Anonymous',
} as const

/** The name of a person whose account was deleted. */
export const DELETED_ACCOUNT = 'Deleted account'

/** What an entry holds of a row: any JSON object. */
export type AuditedRow = Record<string, unknown>

/** One entry of the audit log. Entries are only ever added. (security AZ9) */
export type AuditLine = {
  /** Rises in the order in which entries were written. */
  id: number
  at: Instant
  /** A person's id, or `cli`, `schedule`, `system`, `anonymous`. */
  actor: string
  /** The person's username, or the name of an actor that is not a person. */
  actorName: string
  /** What was done, noun and verb: `event.publish`. */
  action: string
  subjectType: string
  subjectId: string
  /** The username, where the subject is an account that is still there. */
  subjectName: string | null
  /** Null for something new. */
  before: AuditedRow | null
  /** Null for something deleted. */
  after: AuditedRow | null
}

/** The entry with what only its own page shows. */
export type AuditEntry = AuditLine & {
  /** Where the call came from, and its id in the server's log. */
  address: string | null
  requestId: string | null
  hash: string | null
}

const words = (most: number, sentence: string) =>
  z.string(sentence).min(1, sentence).max(most, sentence).refine(isStorable, sentence)
const BAD_TIME = 'Enter a time such as 2026-11-20T18:00:00Z'
const EARLIEST = Date.UTC(2000)
const instant = z.iso
  .datetime({ offset: true, error: BAD_TIME })
  .transform((iso) => Date.parse(iso))
  .refine((at) => at >= EARLIEST, BAD_TIME)

/** The filters of the log. Each of them uses an index. */
const auditFilterFields = {
  /** A username, a person's id, or an actor that is not a person, such as `cli`. */
  actor: words(100, 'Enter a username'),
  /** `event.publish`, or a beginning that ends with a dot: `event.` */
  action: words(100, 'Enter an action such as event.publish'),
  subjectType: words(60, 'Enter the subject type'),
  subjectId: words(200, 'Enter the subject ID'),
  /** The first moment that counts, and the first one after the end. */
  from: instant,
  until: instant,
} as const

const NO_TYPE = SUBJECT_INCOMPLETE

/** `?actor=` and the rest, each of them optional, alone or with the `more` fields of a list. */
export function auditQuery<More extends z.ZodRawShape>(more: More) {
  return z
    .strictObject({ ...z.strictObject(auditFilterFields).partial().shape, ...more })
    .refine((query) => !('subjectId' in query) || 'subjectType' in query, { error: NO_TYPE, path: ['subjectType'] })
}

type Filter = z.output<z.ZodObject<typeof auditFilterFields>>
export type AuditFilter = { [Name in keyof Filter]?: Filter[Name] | undefined }

/**
 * How far the chain was checked. It holds up to the row with the hash `head` if `isWhole`; `nextCursor` continues after it and
 * is null at the end. Otherwise `brokenAt` is the first row that does not match.
 */
export type AuditCheck =
  | { isWhole: true; rows: number; head: string; reached: number; last: number; nextCursor: string | null }
  | { isWhole: false; rows: number; brokenAt: number; reason: string }

const HASH = /^[0-9a-f]{64}$/

/** `?hash=` of a row, as it was saved earlier. */
export const hashQuery = z.strictObject({ hash: z.string(BAD_HASH).regex(HASH, BAD_HASH) })
/** Where a check continues: after this row, with this hash, after this number of rows. */
export const checkPlace = z.tuple([z.int(), z.string().regex(HASH), z.int().min(0)])
