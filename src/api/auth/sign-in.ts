import type { Context } from 'hono'
import { blankCookies, readToken, sessionCookies } from '#src/auth/session-cookie.ts'
import { closeSession, readSession } from '#src/auth/sessions.ts'
import { signIn } from '#src/auth/sign-in.ts'
import { ACCOUNT_SENTENCE, type SessionAnswer, signInInput, type Told } from '#src/contract/account.ts'
import { recordSignOut } from '#src/domain/accounts/account.ts'
import { accept } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { routes, withViewer } from '../routes.ts'
import { doing, guarded, personal } from './parts.ts'

/** Coming in, going out, and who is there. */
export const signInRoutes = routes('public')
  .post('/sign-in', personal, guarded('signin'), accept(signInInput), async (c) => {
    const { db, address, requestId, clock, env } = c.var
    const now = clock()
    const caller = { address, requestId, userAgent: c.req.header('User-Agent'), now }
    const token = await signIn(db, c.req.valid('json'), caller)
    await closeOwn(c)
    setCookies(c, sessionCookies(token, env.siteUrl))
    const session = await readSession(db, token, now)
    return c.json({ message: ACCOUNT_SENTENCE.signedIn, viewer: session?.viewer ?? null } satisfies Told &
      SessionAnswer)
  })
  .post('/sign-out', personal, withViewer, async (c) => {
    await closeOwn(c)
    const { viewer, db } = c.var
    if (viewer) await recordSignOut(db, viewer.id, doing(c).actor)
    setCookies(c, blankCookies(c.var.env.siteUrl))
    const told: Told = { message: ACCOUNT_SENTENCE.signedOut }
    return c.json(told)
  })
  .get('/session', personal, withViewer, (c) => {
    const answer: SessionAnswer = { viewer: c.var.viewer }
    return c.json(answer)
  })

/** Ends the session this request came with: the cookie is about to hold another one, or none. (security SE3) */
async function closeOwn(c: Context<ApiEnv>): Promise<void> {
  const { db, clock, env } = c.var
  const token = readToken(c.req.raw.headers, env.siteUrl)
  if (token !== null) await closeSession(db, token, clock())
}

function setCookies(c: Context<ApiEnv>, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}
