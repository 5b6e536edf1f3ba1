import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentPages, contentSlots } from '#db/schema/content.ts'
import { blockFields } from '#src/contract/content-block.ts'
import { fixedId } from './hostile-event.ts'

/** A block that carries such a text everywhere. */
export const HOSTILE_BLOCK = fixedId(306)

const cut = (text: string, most: number) => [...text].slice(0, most).join('').padEnd(1, '.')

/** One quote for each text that a block can have, in a slot of this event, and one draft of a page. */
export async function storeHostileContent(tx: Db, texts: readonly string[], eventId: string): Promise<void> {
  for (const [at, given] of texts.entries()) {
    const text = cut(given.replace(/\s+/g, ' ').trim(), 1000)
    const id = at === 0 ? HOSTILE_BLOCK : randomUUID()
    const words = { name: cut(text, 100), plant: cut(text, 120) }
    const toBlock = (quote: string) => ({
      kind: 'quote' as const,
      title: cut(text, 120),
      tags: ['hostile'],
      body: { schemaVersion: 1, ...words, text: quote, result: cut(quote, 300) },
    })
    // What the form refuses is in no database: a quote that names a fact which does not exist. Its other fields take the text.
    const isStorable = blockFields.safeParse({ ...toBlock(text), isActive: true }).success
    await tx.insert(contentBlocks).values({ ...toBlock(isStorable ? text : '.'), id })
    await tx.insert(contentSlots).values({ place: 'quotes', eventId, blockId: id, position: at + 1 })
    const meta = { metaTitle: cut(text, 100), metaDescription: cut(text, 200) }
    await tx.insert(contentPages).values({ slug: `hostile-page-${at}`, title: cut(text, 120), ...meta })
  }
}
