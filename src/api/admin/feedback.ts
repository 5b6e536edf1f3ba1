import { readFeedback } from '#src/domain/wishes/feedback-figures.ts'
import { routes } from '../routes.ts'
import { noStore } from './parts.ts'

/** What visitors read under 'You asked, we did', and how it goes with what they tell us. (product 2: feedback) */
export const feedbackRoutes = routes('admin').get('/', noStore, async (c) =>
  c.json(await readFeedback(c.var.db, c.var.clock())),
)
