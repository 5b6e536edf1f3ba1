import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { slugSchema } from '#src/contract/slug.ts'
import type { Actor } from '../audit/audit.ts'
import { touchContent } from '../site/touch-content.ts'
import { type ChangedEvent, lockEvent, writeChange } from './change-event.ts'
import { presentEvent } from './event-record.ts'
import { keepAsRedirect, takeSlug } from './take-slug.ts'

/**
 * Gives an event a new slug and keeps the old one as a redirect. Redirects point at the event, not at a slug, so they
 * never form chains; renaming back takes its redirect away. (architecture 5)
 * Throws `not_found`, `invalid` for an unfit slug, and `conflict` for one that another event uses or once used.
 */
export async function renameEvent(db: Db, slug: string, newSlug: string, actor: Actor): Promise<ChangedEvent> {
  const fit = requireFit(newSlug)
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, slug)
    if (row.eventSlug === fit) return { item: await presentEvent(tx, row), revision: null }
    const reason = `renamed ${row.eventSlug} to ${fit}`
    const revision = await touchContent(tx, reason, actor)
    await takeSlug(tx, fit, row.id)
    await keepAsRedirect(tx, row.eventSlug, row.id)
    const item = await writeChange(tx, row, { action: 'event.rename', reason, set: { eventSlug: fit } }, actor)
    return { item, revision }
  })
}

function requireFit(slug: string): string {
  const parsed = slugSchema.safeParse(slug)
  if (parsed.success) return parsed.data
  throw new Failure('invalid', parsed.error.issues[0]?.message ?? 'This page address cannot be used', {
    field: 'eventSlug',
  })
}
