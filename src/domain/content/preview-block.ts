import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { type BlockContent, blockTexts, needsEvent } from '#src/contract/content-block.ts'
import { type ShownBlock, toShownBlock } from '#src/contract/content-shown.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type NamedFacts, typedFactWarnings } from '#src/contract/typed-facts.ts'
import { findFeatured } from '../events/read-events.ts'
import { renderBlock } from './save-block.ts'

/** Events whose facts a text is compared with: the latest ones. */
const MOST_EVENTS = 500

/** The cities, venues and prices of the latest published events. */
export async function readNamedFacts(db: Db): Promise<NamedFacts[]> {
  const { city, venueName, earlyBirdPrice, standardPrice, isPublished, eventDate, id } = eventConfig
  return db
    .select({ city, venueName, earlyBirdPrice, standardPrice })
    .from(eventConfig)
    .where(eq(isPublished, true))
    .orderBy(desc(eventDate), desc(id))
    .limit(MOST_EVENTS)
}

/** A block as a page would show it now, for which event, and what its words name that will go stale. */
export type BlockPreview = { block: ShownBlock | null; eventName: string | null; warnings: string[] }

/** Shows a block that is being written, with the facts of the featured event. Throws `invalid` as `renderBlock`. */
export async function previewBlock(db: Db, content: BlockContent, now: Instant): Promise<BlockPreview> {
  const html = renderBlock(content)
  const event = needsEvent(content) ? await findFeatured(db, now) : undefined
  const block = toShownBlock({ ...content, id: 'preview', html }, { event, findPicture: (src) => ({ src }) })
  const warnings = typedFactWarnings(blockTexts(content), await readNamedFacts(db))
  return { block: block ?? null, eventName: event?.eventName ?? null, warnings }
}
