import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsPageViews } from '#db/schema/analytics.ts'
import { eventConfig } from '#db/schema/events.ts'
import { makeSecretKey, provideSecretKeys } from '#db/sealed.ts'
import { recordVisit } from '#src/domain/analytics/record-visit.ts'
import { openBenchDatabase } from './database.ts'
import { againstReference, beside, median, type Row } from './table.ts'

const ROUNDS = 7
const IN_A_ROUND = 1_000
/** As many as there are connections. */
const AT_ONCE = 4
/** A beacon that is judged, hashed, counted and stored in one statement, beside a row that is only stored. */
const MOST_OF_BARE = 4
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** Page views taken in, beside the same rows inserted as they are, in turns. */
export async function benchBeacons(): Promise<Row[]> {
  provideSecretKeys([makeSecretKey()])
  const { db, close } = await openBenchDatabase()
  try {
    await db.insert(eventConfig).values({ ...EVENT, isPublished: true, publishedAt: new Date(0) })
    await db.execute(sql`create table bare_views (like analytics_page_views including all)`)
    const times = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = await time((at) => take(db, round * IN_A_ROUND + at))
      const bare = await time((at) => insertBare(db, round * IN_A_ROUND + at))
      // The first round opens connections and plans.
      if (round > 0) times.ours.push(ours)
      if (round > 0) times.bare.push(bare)
    }
    const stored = await db.$count(analyticsPageViews)
    if (stored !== (ROUNDS + 1) * IN_A_ROUND) throw new Error(`${stored} page views were stored.`)
    const [ours, bare] = [median(times.ours), median(times.bare)]
    return [
      againstReference('a page view taken in', ours / IN_A_ROUND, bare / IN_A_ROUND, 'ms', MOST_OF_BARE),
      beside('page views a second', (IN_A_ROUND / ours) * 1_000, (IN_A_ROUND / bare) * 1_000, '/ s'),
    ]
  } finally {
    await close()
  }
}

const EVENT = { eventSlug: 'tulsa-2027', eventName: 'Tulsa', eventDate: '2027-01-21' }

/** Each from a network of its own, of which nothing is known yet. */
function take(db: Db, at: number): Promise<void> {
  const input = { pagePath: '/event/tulsa-2027?utm_source=mail', referrer: 'https://www.google.com/' }
  return recordVisit(db, input, {
    ...{ siteUrl: 'https://workshops.example', address: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` },
    ...{ userAgent: AGENT, country: 'US', hasRole: false, isOptedOut: false, now: Date.now() },
  })
}

async function insertBare(db: Db, at: number): Promise<void> {
  await db.execute(sql`insert into bare_views (day, kind, page_path, event_slug, visitor_key, source, utm_source, country, device,
    browser) values (current_date, 'view', '/event/tulsa-2027', 'tulsa-2027', ${Buffer.alloc(8, at)}, 'google', 'mail', 'US',
    'desktop', 'Chrome')`)
}

/** Milliseconds of one round. */
async function time(work: (at: number) => Promise<void>): Promise<number> {
  const start = performance.now()
  const one = async (from: number) => {
    for (let at = from; at < IN_A_ROUND; at += AT_ONCE) await work(at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, from) => one(from)))
  return performance.now() - start
}
