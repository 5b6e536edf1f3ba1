import { eq, gt, inArray, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { analyticsVisits } from '#db/schema/analytics.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import type { Funnel } from '#src/contract/analytics-report.ts'
import { type Scope, visitsIn } from './read-scope.ts'

/** Events whose funnels are shown, those with the most visits. */
const MOST_FUNNELS = 40

type SlugCounts = Pick<Funnel, 'visits' | 'agenda' | 'letter' | 'register'> & { slug: string }

/** How far the visits of each event came, the event with the most visits first. */
export async function readFunnels(db: Db, scope: Scope): Promise<Funnel[]> {
  const { eventSlug, ...of } = analyticsVisits
  const rows = await db
    .select({
      slug: eventSlug,
      visits: sql<number>`sum(${of.visits})::int`,
      agenda: sql<number>`sum(${of.agenda})::int`,
      letter: sql<number>`sum(${of.letter})::int`,
      register: sql<number>`sum(${of.register})::int`,
    })
    .from(analyticsVisits)
    .where(visitsIn(scope, { slug: scope.slugs.length > 0 ? undefined : gt(eventSlug, '') }))
    .groupBy(eventSlug)
  return toFunnels(rows, await readNames(db, rows)).slice(0, MOST_FUNNELS)
}

type Named = { slug: string; eventId: string; name: string }

/** The events that have or had these slugs. */
async function readNames(db: Db, rows: readonly SlugCounts[]): Promise<Named[]> {
  if (rows.length === 0) return []
  const slugs = rows.map(({ slug }) => slug)
  const { id, eventSlug, eventName } = eventConfig
  const { oldSlug, eventId } = eventSlugRedirects
  return union(
    db.select({ slug: eventSlug, eventId: id, name: eventName }).from(eventConfig).where(inArray(eventSlug, slugs)),
    db
      .select({ slug: oldSlug, eventId: id, name: eventName })
      .from(eventSlugRedirects)
      .innerJoin(eventConfig, eq(id, eventId))
      .where(inArray(oldSlug, slugs)),
  )
}

/** One funnel for each event, whatever slugs it had. */
function toFunnels(rows: readonly SlugCounts[], names: readonly Named[]): Funnel[] {
  const eventOf = new Map(names.map((one) => [one.slug, one]))
  const byEvent = Map.groupBy(rows, ({ slug }) => eventOf.get(slug)?.eventId ?? slug)
  return [...byEvent.values()]
    .map((own): Funnel => {
      const sum = (step: keyof Omit<SlugCounts, 'slug'>) => own.reduce((total, row) => total + row[step], 0)
      const event = own.map(({ slug }) => eventOf.get(slug)).find(Boolean)
      return {
        eventId: event?.eventId ?? null,
        name: event?.name ?? own[0]?.slug ?? '',
        ...{ visits: sum('visits'), agenda: sum('agenda'), letter: sum('letter'), register: sum('register') },
      }
    })
    .toSorted((a, b) => b.visits - a.visits || a.name.localeCompare(b.name))
}
