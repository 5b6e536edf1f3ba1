import type { Context } from 'hono'
import { type PageViewInput, pageViewInput } from '#src/contract/page-view.ts'
import { recordVisit } from '#src/domain/analytics/record-visit.ts'
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
  const input = c.req.valid('json')
  if (!isClosed(c) && isWithin(c, input.links || input.act ? 'pageActs' : 'pageViews')) await keep(c, input)
  return c.body(null, 204)
})

async function keep(c: Context<ApiEnv>, input: PageViewInput): Promise<void> {
  try {
    await withDeadline(PATIENCE, keepFor(c, input))
  } catch (error) {
    c.var.log.warn('page view lost', { requestId: c.var.requestId }, error)
  }
}

async function keepFor(c: Context<ApiEnv>, input: PageViewInput): Promise<void> {
  const { db, env, readVisit, clock, address } = c.var
  const visit = await readVisit(c.req.raw)
  await recordVisit(db, input, {
    ...{ siteUrl: env.siteUrl, address, country: c.env?.country, userAgent: c.req.header('User-Agent') },
    hasRole: visit !== null && visit.viewer.roles.length > 0,
    isOptedOut: c.req.header('Sec-GPC') === '1',
    now: clock(),
  })
}
