import { Failure } from '#src/contract/failure.ts'
import { requireSlug } from '#src/contract/slug.ts'
import { listPublicEvents, readFeatured, readLanding } from '#src/domain/events/read-events.ts'
import { acceptQuery } from './accept.ts'
import { datedPageQuery, encodeCursor } from './page-query.ts'
import { shared } from './public-cache.ts'
import { routes } from './routes.ts'
import { SENTENCE } from './sentences.ts'

/** Published events alone; a draft's address answers like one nobody ever used. (security AZ7) */
export const eventRoutes = routes('public')
  .get('/', acceptQuery(datedPageQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const { db, retryRead } = c.var
    const { items, next } = await retryRead(() => listPublicEvents(db, { limit, after: cursor }))
    return shared(c, { items, nextCursor: next ? encodeCursor(next) : null })
  })
  .get('/featured', async (c) => {
    const { db, clock, retryRead } = c.var
    const landing = await retryRead(() => readFeatured(db, clock()))
    if (!landing) throw new Failure('not_found', SENTENCE.noEvents)
    return shared(c, landing)
  })
  .get('/:slug', async (c) => {
    const { db, clock, retryRead } = c.var
    return shared(c, await retryRead(() => readLanding(db, c.req.param('slug'), clock())))
  })

/** `/api/events/` is the address of an event whose slug is missing. Always throws. (spec 5) */
export const missingSlugRoutes = routes('public').get('/', (c) => c.json({ slug: requireSlug(undefined) }))
