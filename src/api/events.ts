import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { setPreviewInput } from '#src/contract/change-set-input.ts'
import { previewInput } from '#src/contract/event-preview.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Landing } from '#src/contract/landing.ts'
import { requireSlug } from '#src/contract/slug.ts'
import { readSetPreview } from '#src/domain/change-sets/set-preview.ts'
import { readSharedPreview } from '#src/domain/events/read-event.ts'
import { type EventCursor, listPublicEvents, readFeatured, readLanding } from '#src/domain/events/read-events.ts'
import { accept, acceptQuery } from './accept.ts'
import { limitedFailures, limitedReads } from './limits.ts'
import { sharedContent } from './public-cache.ts'
import { noStore } from './request.ts'
import { routes } from './routes.ts'
import { SENTENCE } from './sentences.ts'

const MOST_ITEMS = 100
const USUAL_ITEMS = 20

const cursorFacts = z.tuple([z.iso.date(), z.uuid()])

/** A place in a list ordered by date and id, opaque to callers. */
type DatedCursor = { eventDate: string; id: string }

/** `?limit=` (1 to 100) and `?cursor=` as the page before gave it. (architecture 7) */
const datedPageQuery = z.strictObject({
  limit: z
    .string(SENTENCE.badLimit)
    .regex(/^[1-9]\d{0,2}$/, SENTENCE.badLimit)
    .transform(Number)
    .refine((limit) => limit <= MOST_ITEMS, SENTENCE.badLimit)
    .default(USUAL_ITEMS),
  cursor: z.string(SENTENCE.badCursor).max(200, SENTENCE.badCursor).transform(decodeCursor).optional(),
})

/** Published events only; a draft's address is answered like an unknown one. (security AZ7) */
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

/** A landing is made for the current phase. If a part could not be read, it is made again for each request. */
function landingHolds(landing: Landing, now: Instant): Instant | null {
  if (landing.agenda === null || landing.partners === null) return null
  const { earlyBirdEndsAt, startsAt, endsAt } = landing.phases
  const ahead = [earlyBirdEndsAt, landing.todayMadeFrom, startsAt, endsAt, landing.upcomingUntil].filter(
    (at) => at !== undefined && at > now,
  )
  return Math.min(...ahead.map(Number))
}

function encodeCursor({ eventDate, id }: DatedCursor): string {
  return Buffer.from(`${eventDate} ${id}`).toString('base64url')
}

function decodeCursor(cursor: string, context: z.RefinementCtx): DatedCursor {
  const facts = cursorFacts.safeParse(Buffer.from(cursor, 'base64url').toString('latin1').split(' '))
  if (facts.success) return { eventDate: facts.data[0], id: facts.data[1] }
  context.addIssue({ code: 'custom', message: SENTENCE.badCursor })
  return z.NEVER
}

/** A page of the site as of a change set, for a shared link. */
export const changeSetPreviewRoutes = routes('public').post(
  '/',
  noStore,
  limitedReads('linkReads'),
  accept(setPreviewInput),
  limitedFailures('verifyToken'),
  async (c) => c.json(await readSetPreview(c.var.db, c.req.valid('json'), c.var.clock())),
)

/** What a link to an event's preview opens. The token comes in the body, where no log or cache sees it. (security TL6) */
export const eventPreviewRoutes = routes('public').post(
  '/',
  noStore,
  limitedReads('linkReads'),
  accept(previewInput),
  limitedFailures('verifyToken'),
  async (c) => c.json(await readSharedPreview(c.var.db, c.req.valid('json').token, c.var.clock())),
)
