import type { Context } from 'hono'
import type { Visit } from '#src/auth/visit.ts'
import { Failure } from '#src/contract/failure.ts'
import type { ApiEnv } from '../context.ts'
import { SENTENCE } from '../sentences.ts'

/** Who is there, behind a policy that lets nobody else in. Throws `unauthenticated`. */
export function ownVisit(c: Context<ApiEnv>): Visit {
  const { visit } = c.var
  if (!visit) throw new Failure('unauthenticated', SENTENCE.signIn)
  return visit
}
