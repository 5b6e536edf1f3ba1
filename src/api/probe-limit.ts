import { Failure } from '#src/contract/failure.ts'
import { LIMITS } from '#src/domain/security/limits.ts'
import { takeAttempt } from '#src/domain/security/take-attempt.ts'
import { addressKey } from './address.ts'
import { routes } from './routes.ts'
import { SENTENCE } from './sentences.ts'

/**
 * A limit that only the checks of the live site can reach, so that trying it limits nobody else. Counts by the caller's real
 * address beside the name in the probe's mark: a forged address would begin a count of its own. Without a mark there is nothing
 * here. (decision 0052)
 */
export const probeLimitRoutes = routes('public').post('/', async (c) => {
  const { db, clock, readProbe } = c.var
  const name = readProbe(c.req.raw)
  if (name === null) throw new Failure('not_found', SENTENCE.notFound)
  await takeAttempt(db, `${addressKey(c.env?.ip)} ${name}`, LIMITS.probe, clock())
  return c.body(null, 204)
})
