import type { Context } from 'hono'
import type { Visit } from '#src/auth/visit.ts'
import { TOKEN_SENTENCE } from '#src/contract/access-token.ts'
import { Failure } from '#src/contract/failure.ts'
import type { ApiEnv } from '../context.ts'
import { SENTENCE } from '../sentences.ts'

/** Who is there, behind a policy that lets nobody else in. Throws `unauthenticated`. */
export function ownVisit(c: Context<ApiEnv>): Visit {
  const { visit } = c.var
  if (!visit) throw new Failure('unauthenticated', SENTENCE.signIn)
  return visit
}

/** Throws `unauthenticated` for who came with an access token: what follows hands out something that outlives it. (security SE8) */
export function requireCookie({ byToken = false }: Visit): void {
  if (byToken) throw new Failure('unauthenticated', TOKEN_SENTENCE.cookieOnly)
}
