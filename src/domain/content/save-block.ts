import type { Db } from '#db/client.ts'
import { contentBlocks } from '#db/schema/content.ts'
import {
  type BlockChange,
  type BlockContent,
  type BlockEntry,
  blockInUse,
  blockMarkdown,
  blockNeedsEvent,
  type NewBlock,
  needsEvent,
} from '#src/contract/content-block.ts'
import { type BlockUse, describeUse } from '#src/contract/content-place.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { refuseInOpenSets } from '../change-sets/open-sets.ts'
import { renderPost } from '../forum/render-post.ts'
import { createVersioned, deleteVersioned, differs, updateVersioned } from '../library/versioned.ts'
import { touchContentIf } from '../site/touch-content.ts'
import { readBlock, readBlockUses } from './read-blocks.ts'

const blocks = { table: contentBlocks, subjectType: 'content_block', missing: NOT_FOUND.block, read: readBlock }

/** Adds a block to the library, once for each id. Throws `conflict` for an id that is stored with other fields. */
export async function createBlock(db: Db, block: NewBlock, actor: Actor): Promise<Changed<BlockEntry>> {
  const row: NewBlock & { html?: string } = { ...block, html: renderBlock(block) }
  return createVersioned(db, blocks, row, actor)
}

/**
 * Saves the whole form of a block. The site is built again only where a page shows what has changed. Throws `not_found`, and
 * `conflict` for a stale version, or for references to an event in a block that a page has.
 */
export async function updateBlock(
  db: Db,
  id: string,
  change: BlockChange,
  actor: Actor,
  verb?: 'restore_version',
): Promise<Changed<BlockEntry>> {
  const { version, ...fields } = change
  const html = renderBlock(change)
  const reason = `changed the content block ${fields.title}`
  return updateVersioned(db, blocks, {
    id,
    version,
    fields: { ...fields, html },
    actor,
    ...(verb && { verb }),
    touch: async (tx, before) => {
      const isShown = async () => {
        const uses = await readBlockUses(tx, id)
        if (needsEvent(change)) refuseOnPages(fields.title, uses)
        const { kind, body, isActive } = fields
        return (before.isActive || isActive) && differs(before, { kind, body, isActive }) && uses.some(isSeen)
      }
      return touchContentIf(tx, isShown, reason, actor)
    },
  })
}

/** Deletes a block that no page and no slot has; the audit log keeps it whole. Throws `not_found`, and `conflict` as above or in use. */
export async function deleteBlock(db: Db, id: string, version: number, actor: Actor): Promise<{ id: string }> {
  const inspect = async (tx: Db, { title: name }: { title: string }) => {
    await refuseInOpenSets(tx, 'content_block', id, name)
    const uses = await readBlockUses(tx, id)
    if (uses.length > 0) throw new Failure('conflict', blockInUse(name, enumerate(uses)))
    return { name, uses: { count: 0, events: [] } }
  }
  return deleteVersioned(db, blocks, { id, version, actor, inspect })
}

/** True for a place that visitors see: a published page or event, or every event. */
function isSeen(use: BlockUse): boolean {
  return 'pageId' in use ? use.isPublished : (use.event?.isPublished ?? true)
}

function refuseOnPages(title: string, uses: readonly BlockUse[]): void {
  if (uses.some((use) => 'pageId' in use)) throw new Failure('conflict', blockNeedsEvent(title), { field: 'body' })
}

const MOST_NAMED = 3

function enumerate(uses: readonly BlockUse[]): string {
  const named = uses.slice(0, MOST_NAMED).map(describeUse)
  const more = uses.length - named.length
  const parts = more > 0 ? [...named, `${more} more`] : named
  const last = parts.at(-1) ?? ''
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last
}

/** What pages show of a block's Markdown. Throws `invalid` for a text that would take too long to read. (security IV8) */
export function renderBlock(content: BlockContent): string {
  const source = blockMarkdown(content)
  if (source === undefined) return ''
  try {
    return renderPost(source).html
  } catch (error) {
    if (error instanceof Failure) throw new Failure(error.kind, error.message, { field: 'body.markdown' })
    throw error
  }
}
