import { eq } from 'drizzle-orm'
import { eventReports } from '#db/schema/feedback.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { freshName, mailedToken } from './people.ts'
import { post } from './signed-in.ts'

/** A report that somebody sent, and who. */
type Sent = { email: string; title: string }

/** Sends a report through the API, from an address of its own. */
export async function sendReport(product: RunningProduct, { title = 'The door sticks' } = {}): Promise<Sent> {
  const email = `${freshName()}@gauge.example`
  const answer = await post(product.url, '/api/submit-event-report', {
    title,
    description: 'It needs a push with the shoulder, every time.',
    reporter_email: email,
    report_type: 'problem',
    honeypot: '',
  })
  if (answer.statusCode !== 202) throw new Error(`Reporting answered ${answer.statusCode}`)
  await answer.toArray()
  return { email, title }
}

/** Where the link in the mail leads that asks to verify it. */
export async function verifyPath(product: RunningProduct, { email }: Sent): Promise<string> {
  return `/verify-report#token=${await mailedToken(product, email, '/verify-report#token=')}`
}

/** Where the newest link leads that shows somebody their own reports. */
export async function ownReportsPath(product: RunningProduct, { email }: Sent): Promise<string> {
  return `/feedback#reports=${await mailedToken(product, email, '/feedback#reports=')}`
}

/** Whether it is verified, as the database has it. */
export async function isVerified(product: RunningProduct, { email }: Sent): Promise<boolean> {
  const [row] = await product.query((db) =>
    db.select({ at: eventReports.verifiedAt }).from(eventReports).where(eq(eventReports.reporterEmail, email)),
  )
  return row?.at instanceof Date
}
