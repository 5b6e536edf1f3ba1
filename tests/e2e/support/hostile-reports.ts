import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports, reportNotes } from '#db/schema/feedback.ts'
import { fixedId } from './hostile-event.ts'

/** A report that carries such texts everywhere, with notes, duplicates and a wish of the same kind. */
export const HOSTILE_REPORT = fixedId(3)

const atLeast = (text: string, least: number) => text + '.'.repeat(Math.max(0, least - [...text].length))

/** One report for each text, the first of them with all the rest hanging on it. */
export async function storeHostileReports(tx: Db, texts: readonly string[]): Promise<void> {
  const [first = ''] = texts
  const reporter = (text: string) => `${text}@x`.slice(0, 255)
  const row = (text: string) => ({
    reportType: 'problem' as const,
    title: atLeast(text, 5),
    description: atLeast(text, 20),
    reporterEmail: reporter(text),
    emailKey: reporter(text),
    status: 'open' as const,
    verifiedAt: new Date(),
    answer: text,
    context: { page: text, viewport: text, release: text },
  })
  const wish = { id: randomUUID(), title: atLeast(first, 5).slice(0, 200), createdBy: 'test' }
  await tx.insert(eventReports).values({ ...row(first), id: HOSTILE_REPORT })
  await tx.insert(adminWishes).values({ ...wish, createdFromReportId: HOSTILE_REPORT })
  await tx.update(eventReports).set({ promotedToWishId: wish.id, promotedAt: new Date() })
  for (const text of texts) {
    await tx.insert(reportNotes).values({ reportId: HOSTILE_REPORT, body: text })
    await tx.insert(eventReports).values([row(text), { ...row(text), mergedIntoId: HOSTILE_REPORT }])
  }
}
