import { inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'

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
