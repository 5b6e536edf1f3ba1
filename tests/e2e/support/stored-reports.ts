import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { eventReports } from '#db/schema/feedback.ts'
import { outbox } from '#db/schema/security.ts'
import type { RunningProduct } from '#tests/support/product.ts'

export type StoredReport = { id: string; title: string; email: string }

/** A word that no other report has. */
export const freshWord = () => `w${randomUUID().slice(0, 8)}`

/** A verified, open report whose title begins with a word of its own. */
export async function giveReport(
  product: RunningProduct,
  is: Partial<typeof eventReports.$inferInsert> = {},
): Promise<StoredReport> {
  const id = randomUUID()
  const title = is.title ?? `${freshWord()} stays blank`
  const email = `${id.slice(0, 8)}@plant.example`
  const seen = { status: 'open', verifiedAt: new Date() } as const
  const words = { title, description: 'The page stays blank after the second step.' }
  const row = { id, reportType: 'problem', reporterEmail: email, emailKey: email, ...words, ...seen } as const
  await product.query((db) => db.insert(eventReports).values({ ...row, ...is }))
  return { id, title, email }
}

export async function reportOf(product: RunningProduct, { id }: Pick<StoredReport, 'id'>) {
  const [row] = await product.query((db) => db.select().from(eventReports).where(eq(eventReports.id, id)))
  return row
}

/** The templates of the mails to a reporter, oldest first. */
export async function mailsTo(product: RunningProduct, { email }: StoredReport): Promise<string[]> {
  const rows = await product.query((db) =>
    db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(asc(outbox.createdAt)),
  )
  return rows.map(({ template }) => template)
}
