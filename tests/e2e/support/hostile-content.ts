import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentPages, contentSlots } from '#db/schema/content.ts'
import { fixedId } from './hostile-event.ts'

/** A block that carries such a text everywhere. */
export const HOSTILE_BLOCK = fixedId(306)

const cut = (text: string, most: number) => [...text].slice(0, most).join('').padEnd(1, '.')

/** One quote for each text, in a slot of this event, and one draft of a page. */
export async function storeHostileContent(tx: Db, texts: readonly string[], eventId: string): Promise<void> {
  for (const [at, text] of texts.entries()) {
    const id = at === 0 ? HOSTILE_BLOCK : randomUUID()
    const words = { text, name: cut(text, 100), plant: cut(text, 120), result: cut(text, 300) }
    const body = { schemaVersion: 1, ...words }
    await tx.insert(contentBlocks).values({ id, kind: 'quote', title: cut(text, 120), body, tags: ['hostile'] })
    await tx.insert(contentSlots).values({ place: 'quotes', eventId, blockId: id, position: at + 1 })
    const meta = { metaTitle: cut(text, 100), metaDescription: cut(text, 200) }
    await tx.insert(contentPages).values({ slug: `hostile-page-${at}`, title: cut(text, 120), ...meta })
  }
}
