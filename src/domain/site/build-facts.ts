import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import type { BuildFacts } from './rebuild-plan.ts'

/** The database's revision, what it knows of builds, and whether it believes its revision to be live. */
export type SiteStatus = { revision: number; isKnownLive: boolean; facts: BuildFacts }

const lastLive = sql`(select max(finished_at) from ${siteBuilds} where state = 'live')`
const failedSince = sql`from ${siteBuilds} where state = 'failed' and finished_at > coalesce(${lastLive}, '-infinity')`
const age = (instant: ReturnType<typeof sql>) =>
  sql<number | null>`(extract(epoch from clock_timestamp() - ${instant}) * 1000)::float8`
const exists = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select 1 from ${siteBuilds} where ${condition})`

/** Reads it all in one statement, by the database's own clock. */
export async function readStatus(db: Db): Promise<SiteStatus> {
  const [row] = await db
    .select({
      revision: siteContent.version,
      isKnownLive: exists(sql`state = 'live' and revision = ${siteContent.version}`),
      askAge: age(sql`${siteContent.hookPostedAt}`),
      isAskOpen: sql<boolean>`coalesce(${siteContent.hookPostedAt} >
        coalesce((select max(started_at) from ${siteBuilds}), '-infinity'), false)`,
      isBuilding: exists(sql`state = 'building'`),
      hasQueued: exists(sql`state = 'queued'`),
      failures: sql<number>`(select count(distinct finished_at)::int ${failedSince})`,
      failureAge: age(sql`(select max(finished_at) ${failedSince})`),
    })
    .from(siteContent)
  if (!row) throw new Error('site_content has no row: run the migrations')
  const { revision, isKnownLive, ...facts } = row
  return { revision, isKnownLive, facts }
}
