import type { Db } from '#db/client.ts'
import type { Feedback } from '#src/contract/feedback.ts'
import type { Instant } from '#src/contract/instant.ts'
import { readFeedbackFigures } from './feedback-figures.ts'
import { listShipped } from './list-wishes.ts'

/** What visitors read of what we did, what of it they do not, and how it goes with what they tell us. */
export async function readFeedback(db: Db, now: Instant): Promise<Feedback> {
  return {
    figures: await readFeedbackFigures(db, now),
    told: await listShipped(db, { isTold: true }),
    untold: await listShipped(db, { isTold: false }),
  }
}
