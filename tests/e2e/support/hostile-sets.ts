import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { fixedId } from './hostile-event.ts'

/** A change set whose name, note and records carry such texts. */
export const HOSTILE_SET = fixedId(306)

/** One set for each text, with what its checks found, and one that changes vendors to each of them. */
export async function storeHostileSets(tx: Db, texts: readonly string[]): Promise<void> {
  const cut = (text: string, most: number) => [...text].slice(0, most).join('').padEnd(1, '.')
  for (const [at, text] of texts.entries()) {
    const id = at === 0 ? HOSTILE_SET : randomUUID()
    const subject = { type: 'vendor', id: randomUUID(), label: text }
    const findings = [{ key: 'link.text', level: 'warning' as const, subject, field: null, text, href: '/admin/menu' }]
    const words = { name: cut(text, 100), note: cut(text, 500), fault: text, findings, warningsReadBy: text }
    await tx.insert(changeSets).values({ id, state: 'failed', createdBy: text, ...words })
    await tx.insert(changeItems).values({
      ...{ setId: HOSTILE_SET, subjectType: 'vendor', subjectId: randomUUID(), label: text, updatedBy: text },
      before: { vendorName: text, tags: null },
      after: { vendorName: `${text}!`, tags: text },
    })
  }
}
