import type { Context } from 'hono'
import { type PageViewInput, pageViewInput } from '#src/contract/page-view.ts'
import { recordPageView } from '#src/domain/page-views/record-page-view.ts'
import { recordHit } from '#src/domain/vendor-hits/record-hit.ts'
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
  if (!isClosed(c) && isWithin(c, input.links ? 'vendorHits' : 'pageViews')) await keep(c, input)
  return c.body(null, 204)
})

async function keep(c: Context<ApiEnv>, input: PageViewInput): Promise<void> {
  try {
    await withDeadline(PATIENCE, keepFor(c, input))
  } catch (error) {
    c.var.log.warn('page view lost', { requestId: c.var.requestId }, error)
  }
}

async function keepFor(
  { var: { db, env, readVisit, clock }, req }: Context<ApiEnv>,
  input: PageViewInput,
): Promise<void> {
  const viewer = (await readVisit(req.raw))?.viewer ?? null
  const userAgent = req.header('User-Agent')
  const { eventSlug, links } = input
  if (links && eventSlug)
    await recordHit(db, { eventSlug, links }, { isAdmin: viewer?.isAdmin ?? false, userAgent, now: clock() })
  if (links) return
  await recordPageView(db, input, { siteUrl: env.siteUrl, userId: viewer?.id ?? null, userAgent })
}
