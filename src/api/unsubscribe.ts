import { Hono } from 'hono'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { Failure } from '#src/contract/failure.ts'
import { unsubscribeInput, unsubscribeLook } from '#src/contract/unsubscribe.ts'
import { lookAtUnsubscribe, unsubscribe } from '#src/domain/forum-notices/mail-choice.ts'
import { accept } from './accept.ts'
import { readOneClick } from './body.ts'
import type { ApiEnv } from './context.ts'
import { limitedFailures, limitedReads } from './limits.ts'
import { noStore } from './request.ts'
import { routes } from './routes.ts'

/** The calls of the page behind the link in an email. The token comes in the body, where no log sees it. (security TL2, TL6) */
const byPage = routes('public')
  .post('/', noStore, accept(unsubscribeInput), limitedFailures('verifyToken'), async (c) => {
    const { token, topicId } = c.req.valid('json')
    await unsubscribe(c.var.db, token, topicId, c.var.clock())
    return c.body(null, 204)
  })
  .post(
    '/look',
    noStore,
    limitedReads('linkReads'),
    accept(unsubscribeLook),
    limitedFailures('verifyToken'),
    async (c) => c.json(await lookAtUnsubscribe(c.var.db, c.req.valid('json').token, c.var.clock())),
  )

const TOKEN = /^[\w-]{1,200}$/

/**
 * The route that mail programs call. The calls come from their providers' servers, without our page or a cookie, so origin and
 * address say nothing. Only the token counts, and it can only stop emails. A GET changes nothing and redirects people to
 * the page. (RFC 8058, forum 7)
 */
const byMailProgram = routes('public', { checksOrigin: false })
  .get('/one-click', noStore, (c) => {
    const token = c.req.query('token') ?? ''
    return c.redirect(TOKEN.test(token) ? `/unsubscribe#token=${token}` : '/unsubscribe')
  })
  .post('/one-click', noStore, limitedReads('publicApi'), async (c) => {
    const token = c.req.query('token') ?? ''
    await readOneClick(c.req.raw)
    if (!TOKEN.test(token)) throw new Failure('not_found', LINK_DEAD)
    await unsubscribe(c.var.db, token, null, c.var.clock())
    return c.body(null, 204)
  })

/** The routes that stop optional emails. */
export const unsubscribeApi = new Hono<ApiEnv>()
  .route('/api/unsubscribe', byPage)
  .route('/api/unsubscribe', byMailProgram)

/** For `hc<UnsubscribeApi>` from `hono/client`. @public */
export type UnsubscribeApi = typeof unsubscribeApi
