import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { Failure } from '#src/contract/failure.ts'
import { slugSchema } from '#src/contract/slug.ts'
import type { Actor } from '../audit/audit.ts'
import { touchContent } from '../site/site.ts'
import { type ChangedEvent, lockEvent, writeChange } from './change-event.ts'
import { toEventConfig } from './event-row.ts'

/**
 * Gives an event a new slug and keeps the old one as a redirect. Redirects point at the event, not at a slug, so they
 * never form chains; renaming back takes its redirect away. (design 5)
 * Throws `not_found`, `invalid` for an unfit slug, and `conflict` for one that another event uses or once used.
 */
export async function renameEvent(db: Db, slug: string, newSlug: string, actor: Actor): Promise<ChangedEvent> {
  const fit = requireFit(newSlug)
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, slug)
    if (row.eventSlug === fit) return { event: toEventConfig(row), revision: null }
    const reason = `renamed ${row.eventSlug} to ${fit}`
    const revision = await touchContent(tx, reason, actor)
    await requireFree(tx, fit, row.id)
    await tx.delete(eventSlugRedirects).where(eq(eventSlugRedirects.oldSlug, fit))
    await tx.insert(eventSlugRedirects).values({ oldSlug: row.eventSlug, eventId: row.id })
    const event = await writeChange(tx, row, { action: 'event.rename', reason, set: { eventSlug: fit } }, actor)
    return { event, revision }
  })
}

function requireFit(slug: string): string {
  const parsed = slugSchema.safeParse(slug)
  if (parsed.success) return parsed.data
  throw new Failure('invalid', parsed.error.issues[0]?.message ?? 'This slug cannot be used', { field: 'eventSlug' })
}

/** A slug belongs to the event that has it, then to the last event that had it. */
async function requireFree(tx: Db, slug: string, eventId: string): Promise<void> {
  const [user] = await tx.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.eventSlug, slug))
  if (user) throw new Failure('conflict', `The slug ${slug} is used by another event.`, { field: 'eventSlug' })
  const [keeper] = await tx
    .select({ id: eventConfig.id, slug: eventConfig.eventSlug })
    .from(eventSlugRedirects)
    .innerJoin(eventConfig, eq(eventConfig.id, eventSlugRedirects.eventId))
    .where(eq(eventSlugRedirects.oldSlug, slug))
  if (keeper && keeper.id !== eventId) {
    throw new Failure('conflict', `The slug ${slug} still leads visitors to ${keeper.slug}.`, { field: 'eventSlug' })
  }
}
