import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Landing } from '#src/contract/landing.ts'
import { requireSlug } from '#src/contract/slug.ts'
import { type EventCursor, listPublicEvents, readFeatured, readLanding } from '#src/domain/events/read-events.ts'
import { acceptQuery } from './accept.ts'
import { sharedContent } from './content-cache.ts'
import { limitedReads } from './limits.ts'
import { datedPageQuery, encodeCursor } from './page-query.ts'
import { routes } from './routes.ts'
import { SENTENCE } from './sentences.ts'

/** Published events alone; a draft's address answers like one nobody ever used. (security AZ7) */
export const eventRoutes = routes('public')
  .get('/', limitedReads('publicApi'), acceptQuery(datedPageQuery), async (c) => {
    const page = c.req.valid('query')
    return sharedContent(c, `list ${page.limit} ${JSON.stringify(page.cursor)}`, {
      read: () => readPage(c.var.db, page),
      until: () => Number.POSITIVE_INFINITY,
    })
  })
  .get('/featured', limitedReads('publicApi'), async (c) =>
    sharedContent(c, 'featured', { read: (now) => requireFeatured(c.var.db, now), until: landingHolds }),
  )
  .get('/:slug', limitedReads('publicApi'), async (c) => {
    const slug = requireSlug(c.req.param('slug'))
    return sharedContent(c, `event ${slug}`, { read: (now) => readLanding(c.var.db, slug, now), until: landingHolds })
  })

/** `/api/events/` is the address of an event whose slug is missing. Always throws. (product 5) */
export const missingSlugRoutes = routes('public').get('/', (c) => c.json({ slug: requireSlug(undefined) }))

type Page = { limit: number; cursor?: EventCursor | undefined }

async function readPage(db: Db, { limit, cursor }: Page) {
  const { items, next } = await listPublicEvents(db, { limit, after: cursor })
  return { items, nextCursor: next ? encodeCursor(next) : null }
}

async function requireFeatured(db: Db, now: Instant): Promise<Landing> {
  const landing = await readFeatured(db, now)
  if (!landing) throw new Failure('not_found', SENTENCE.noEvents)
  return landing
}

/** A landing is made for the phase of its moment. One with a part that could not be read is made anew each time. */
function landingHolds(landing: Landing, now: Instant): Instant | null {
  if (landing.agenda === null || landing.partners === null) return null
  const { earlyBirdEndsAt, startsAt, endsAt } = landing.phases
  const ahead = [earlyBirdEndsAt, startsAt, endsAt, landing.upcomingUntil].filter((at) => at !== undefined && at > now)
  return Math.min(...ahead.map(Number))
}
