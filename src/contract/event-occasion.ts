import { z } from 'zod'
import { plainDay } from './event.ts'
import { optionalText } from './text.ts'

/** The title of what says whether an event takes place. */
export const EVENT_STATUS = 'Event status'

const always = { version: z.int().positive(), statusNote: optionalText(500, 'Status note') }

/** What becomes of the early-bird deadline when the day changes: it moves by as many days, or stays. */
const newDay = { eventDate: plainDay, deadline: z.enum(['shift', 'keep']).default('shift') }

/**
 * `POST /api/admin/events/:id/status`: cancel, postpone, move to another day, or back to plan, which may name another day too.
 * (architecture 8)
 */
export const occasionInput = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('cancelled'), ...always }),
  z.strictObject({ status: z.literal('postponed'), ...always }),
  z.strictObject({ status: z.literal('moved'), ...always, ...newDay }),
  z.strictObject({ status: z.literal('scheduled'), ...always, ...newDay, eventDate: plainDay.optional() }),
])
export type OccasionInput = z.output<typeof occasionInput>
