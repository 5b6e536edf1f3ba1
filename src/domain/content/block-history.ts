import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type BlockEntry, blockFields, readContent } from '#src/contract/content-block.ts'
import { BLOCK_KINDS, type BlockKind } from '#src/contract/content-kinds.ts'
import type { HistoryLine } from '#src/contract/event-history.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Page, PageQuery } from '#src/contract/page.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { readSubjectHistory, readVersionAt } from '../audit/read-history.ts'
import { readBlock } from './read-blocks.ts'
import { updateBlock } from './save-block.ts'

const TYPE = 'content_block'

/** A block as the audit log keeps it, of any version of its kind. */
const kept = z.object({
  kind: z.enum(Object.keys(BLOCK_KINDS) as [BlockKind, ...BlockKind[]]),
  title: z.string(),
  body: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  isActive: z.boolean(),
})

/** What was done to a block, newest first. Throws `not_found`. */
export async function readBlockHistory(db: Db, id: string, ask: PageQuery<[number]>): Promise<Page<HistoryLine>> {
  await readBlock(db, id)
  return readSubjectHistory(db, { type: TYPE, id }, { ...ask, isVersion: (after) => toFields(after) !== undefined })
}

/**
 * Puts a block back to what it was after an entry of its history, as a save of today: an old body is upgraded. Throws as
 * `updateBlock`, and `not_found` for an entry that is no version of it.
 */
export async function restoreBlock(
  db: Db,
  id: string,
  { auditId, version }: { auditId: number; version: number },
  actor: Actor,
): Promise<Changed<BlockEntry>> {
  const then = toFields(await readVersionAt(db, { type: TYPE, id }, auditId))
  if (then === undefined) throw new Failure('not_found', NOT_FOUND.version)
  return updateBlock(db, id, { ...then, version }, actor, 'restore_version')
}

function toFields(after: unknown) {
  const stored = kept.safeParse(after)
  if (!stored.success) return undefined
  const { kind, title, body, tags, isActive } = stored.data
  try {
    return blockFields.safeParse({ title, tags, isActive, ...readContent(kind, body) }).data
  } catch {
    // A body that no step leads to today's shape: it stays in the audit log, and cannot be put back.
    return undefined
  }
}
