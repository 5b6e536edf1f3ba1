import { createHash } from 'node:crypto'
import type { ReportInput } from '#src/contract/report.ts'

const DAY = 86_400_000
/** What a caller's key stands for is remembered as long, in milliseconds. (security DB3) */
export const SUBMISSION_KEY_LIFE = DAY

/** What is stored of a caller's key: nobody can read from it which keys were used. */
export function submissionKeyOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** Tells one report from another, whatever the order or spelling of the body it came in. */
export function digestOf({ title, description, reporter_email, report_type, context }: ReportInput): string {
  const seen = context ? [context.page, context.viewport, context.release] : null
  const facts = JSON.stringify([title, description, reporter_email, report_type, seen])
  return createHash('sha256').update(facts).digest('base64url')
}
