import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { siteContent } from '#db/schema/site.ts'
import { Failure } from '#src/contract/failure.ts'
import { slugRedirects, slugTaken } from '#src/contract/slug.ts'

/**
 * Makes changes of slugs wait for each other, also those of drafts, for which no build is queued: locks the row that
 * `touchContent` holds, until the transaction ends. Like it, call it after locking the rows to change.
 */
export async function lockContentRow(tx: Db): Promise<void> {
  await tx.select({ id: siteContent.id }).from(siteContent).for('update')
}

/**
 * Makes sure that an event may have a slug: it belongs to the event that has it, then to the last event that had it. A
 * redirect of its own from there is taken away. Needs `lockContentRow` or `touchContent`. Throws `conflict`.
 */
export async function takeSlug(tx: Db, slug: string, eventId: string): Promise<void> {
  const [user] = await tx.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.eventSlug, slug))
  if (user) throw new Failure('conflict', slugTaken(slug), { field: 'eventSlug' })
  const [keeper] = await tx
    .select({ id: eventConfig.id, slug: eventConfig.eventSlug })
    .from(eventSlugRedirects)
    .innerJoin(eventConfig, eq(eventConfig.id, eventSlugRedirects.eventId))
    .where(eq(eventSlugRedirects.oldSlug, slug))
  if (keeper && keeper.id !== eventId) {
    throw new Failure('conflict', slugRedirects(slug, keeper.slug), { field: 'eventSlug' })
  }
  await tx.delete(eventSlugRedirects).where(eq(eventSlugRedirects.oldSlug, slug))
}

/** Turns an event's present slug into a redirect to the event. */
export async function keepAsRedirect(tx: Db, oldSlug: string, eventId: string): Promise<void> {
  await tx.insert(eventSlugRedirects).values({ oldSlug, eventId })
}

/**
 * Lets slugs an event once had lead to it again; names those that belong to another event in the meantime. Needs `lockContentRow`, and
 * the event's own slug stored.
 */
export async function storeRedirects(tx: Db, eventId: string, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return []
  const used = await tx
    .select({ slug: eventConfig.eventSlug, id: eventConfig.id })
    .from(eventConfig)
    .where(inArray(eventConfig.eventSlug, [...slugs]))
  const kept = await tx
    .select({ slug: eventSlugRedirects.oldSlug, id: eventSlugRedirects.eventId })
    .from(eventSlugRedirects)
    .where(inArray(eventSlugRedirects.oldSlug, [...slugs]))
  const taken = new Set([...used, ...kept].map((row) => row.slug))
  const free = slugs.filter((slug) => !taken.has(slug))
  if (free.length > 0) await tx.insert(eventSlugRedirects).values(free.map((oldSlug) => ({ oldSlug, eventId })))
  const others = [...used, ...kept].filter((row) => row.id !== eventId).map((row) => row.slug)
  return [...new Set(others)].map((slug) => `the redirect from ${slug} (now used by another event)`)
}
