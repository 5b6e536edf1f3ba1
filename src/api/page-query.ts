import { z } from 'zod'
import { SENTENCE } from './sentences.ts'

const MOST_ITEMS = 100
const USUAL_ITEMS = 20

const cursorFacts = z.tuple([z.iso.date(), z.uuid()])

/** A place in a list ordered by date and id, opaque to callers. */
type DatedCursor = { eventDate: string; id: string }

export function encodeCursor({ eventDate, id }: DatedCursor): string {
  return Buffer.from(`${eventDate} ${id}`).toString('base64url')
}

function decodeCursor(cursor: string, context: z.RefinementCtx): DatedCursor {
  const facts = cursorFacts.safeParse(Buffer.from(cursor, 'base64url').toString('latin1').split(' '))
  if (facts.success) return { eventDate: facts.data[0], id: facts.data[1] }
  context.addIssue({ code: 'custom', message: SENTENCE.badCursor })
  return z.NEVER
}

/** `?limit=` (1 to 100) and `?cursor=` as the page before gave it. (architecture 7) */
export const datedPageQuery = z.strictObject({
  limit: z
    .string(SENTENCE.badLimit)
    .regex(/^[1-9]\d{0,2}$/, SENTENCE.badLimit)
    .transform(Number)
    .refine((limit) => limit <= MOST_ITEMS, SENTENCE.badLimit)
    .default(USUAL_ITEMS),
  cursor: z.string(SENTENCE.badCursor).max(200, SENTENCE.badCursor).transform(decodeCursor).optional(),
})
