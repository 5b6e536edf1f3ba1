import { type Context, Hono } from 'hono'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { Failure } from '#src/contract/failure.ts'
import {
  type UnsubscribeInput,
  type UnsubscribeStatus,
  unsubscribeInput,
  unsubscribeLook,
} from '#src/contract/unsubscribe.ts'
import { lookAtUnsubscribe, unsubscribe } from '#src/domain/forum-notices/mail-choice.ts'
import { chooseKind, lookAtKind } from '#src/domain/suppressions/mail-unsubscribe.ts'
import { accept } from './accept.ts'
import { readOneClick } from './body.ts'
import type { ApiEnv } from './context.ts'
import { limitedFailures, limitedReads } from './limits.ts'
import { noStore } from './request.ts'
import { routes } from './routes.ts'

/** The calls of the page behind the link in an email. The token comes in the body, where no log sees it. (security TL2, TL6) */
const byPage = routes('public')
  .post('/', noStore, accept(unsubscribeInput), limitedFailures('verifyToken'), async (c) => {
    await choose(c, c.req.valid('json'))
    return c.body(null, 204)
  })
  .post(
    '/look',
    noStore,
    limitedReads('linkReads'),
    accept(unsubscribeLook),
    limitedFailures('verifyToken'),
    async (c) => c.json(await look(c, c.req.valid('json').token)),
  )

/** What a link is about, whichever of the two kinds of links it is. */
async function look({ var: { db, clock } }: Pick<Context<ApiEnv>, 'var'>, token: string): Promise<UnsubscribeStatus> {
  return (await lookAtKind(db, token, clock())) ?? (await lookAtUnsubscribe(db, token, clock()))
}

/** Stops the emails that a link is about, or resumes them. A link of the forum resumes nothing. */
async function choose({ var: { db, clock } }: Pick<Context<ApiEnv>, 'var'>, input: UnsubscribeInput): Promise<void> {
  if (await chooseKind(db, input, clock())) return
  if (input.resume) throw new Failure('not_found', LINK_DEAD)
  await unsubscribe(db, input.token, input.topicId, clock())
}

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
    await choose(c, { token, topicId: null, resume: false })
    return c.body(null, 204)
  })

/** The routes that stop optional emails. */
export const unsubscribeApi = new Hono<ApiEnv>()
  .route('/api/unsubscribe', byPage)
  .route('/api/unsubscribe', byMailProgram)

/** The type of these routes for the client of the islands. */
export type UnsubscribeApi = typeof unsubscribeApi
