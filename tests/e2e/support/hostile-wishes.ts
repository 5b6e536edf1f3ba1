import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { adminWishes } from '#db/schema/feedback.ts'
import { WISH_STATUSES } from '#src/contract/report.ts'
import { fixedId } from './hostile-event.ts'

/** A wish that carries such texts everywhere. */
export const HOSTILE_WISH = fixedId(4)

/** One wish for each text, in all columns, and half of what is shipped told to visitors. */
export async function storeHostileWishes(tx: Db, texts: readonly string[]): Promise<void> {
  const cut = (text: string, most: number) => [...text].slice(0, most).join('')
  for (const [at, text] of texts.entries()) {
    const status = WISH_STATUSES[at % WISH_STATUSES.length] ?? 'idea'
    const words = { title: cut(text, 200), description: text, target: cut(text, 100) }
    const told = { isPublic: at % 2 === 0, publicTitle: at % 4 === 0 ? cut(text, 200) : null, publicText: text }
    const shippedAt = status === 'shipped' ? new Date() : null
    const id = at === 0 ? HOSTILE_WISH : randomUUID()
    await tx.insert(adminWishes).values({ id, ...words, ...told, status, shippedAt, createdBy: text })
  }
}
