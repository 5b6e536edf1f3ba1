import type { Context } from 'hono'
import { type PageViewInput, pageViewInput } from '#src/contract/page-view.ts'
import { recordPageView } from '#src/domain/page-views/record-page-view.ts'
import { accept } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { withDeadline } from './deadline.ts'
import { isClosed } from './gate.ts'
import { isWithin } from './limits.ts'
import { routes } from './routes.ts'

/** How many milliseconds a page view may wait for the database. */
const PATIENCE = 3_000

/** Accepts a page's beacon. A well-formed one is answered with success, also if it is not stored. (product 7: errors swallowed) */
export const pageViewRoutes = routes('public').post('/', accept(pageViewInput), async (c) => {
  if (!isClosed(c) && isWithin(c, 'pageViews')) await keep(c, c.req.valid('json'))
  return c.body(null, 204)
})

async function keep(c: Context<ApiEnv>, input: PageViewInput): Promise<void> {
  try {
    await withDeadline(PATIENCE, keepFor(c, input))
  } catch (error) {
    c.var.log.warn('page view lost', { requestId: c.var.requestId }, error)
  }
}

async function keepFor({ var: { db, env, readVisit }, req }: Context<ApiEnv>, input: PageViewInput): Promise<void> {
  const viewer = (await readVisit(req.raw))?.viewer ?? null
  const userAgent = req.header('User-Agent')
  await recordPageView(db, input, { siteUrl: env.siteUrl, userId: viewer?.id ?? null, userAgent })
}
