import { Failure } from '#src/contract/failure.ts'
import { readHealth } from '#src/domain/health/read-health.ts'
import { routes } from './routes.ts'
import { SENTENCE } from './sentences.ts'

/** Asks once and does not try again: whoever watches wants to know now. (security DB8) */
export const healthRoutes = routes('public').get('/', async (c) => {
  const health = await readHealth(c.var.db).catch((cause: unknown) => {
    throw new Failure('unavailable', SENTENCE.databaseDown, { cause })
  })
  return c.json({ status: 'ok' as const, database: 'ok' as const, ...health })
})
