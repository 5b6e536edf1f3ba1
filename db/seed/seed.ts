import { sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { eventConfig, eventSlugRedirects } from '../schema/events.ts'
import { appSettings, menuItems, siteBuilds, siteContent } from '../schema/site.ts'
import { kansasCity } from './content/kansas-city.ts'
import { getMenu } from './content/menu.ts'
import { otherEvents } from './content/other-events.ts'
import { upcomingEvents } from './content/upcoming-events.ts'
import { hideRows, seedEvent } from './event.ts'
import { seedFeedback } from './feedback.ts'
import { seedLibraries } from './libraries.ts'

/** Everybody who seeds holds this lock; the number is ours and means nothing. */
const SEED_LOCK = 7_240_118

type SeedOptions = {
  /** Where registration addresses must lead. (product 5) */
  registrationOrigin: string
  /** Adds people, in the same transaction. Without it there are none. */
  addPeople?: (tx: Db) => Promise<void>
}

/**
 * Fills a database that has no events with the demo: eight events around `now` (milliseconds), people, partners, places, menu,
 * settings, reports and wishes, in one transaction. Resolves with false, having changed nothing, when there is an event already.
 */
export async function seedDemo(db: Db, now: number, { registrationOrigin, addPeople }: SeedOptions): Promise<boolean> {
  return db.transaction(async (tx) => {
    // On a slow machine, drawing the visits of a year takes longer than a transaction may be silent, and whoever seeds at the same time waits for it.
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    if ((await tx.$count(eventConfig)) > 0) return false
    const setting = { now, registrationOrigin, libraries: await seedLibraries(tx) }
    const eventId = await seedEvent(tx, kansasCity, setting)
    await tx.insert(eventSlugRedirects).values({ oldSlug: 'kansas-city', eventId })
    await hideRows(tx, eventId, setting.libraries)
    for (const plan of [...upcomingEvents, ...otherEvents]) await seedEvent(tx, plan, setting)
    await seedSite(tx, registrationOrigin)
    await addPeople?.(tx)
    await seedFeedback(tx, now)
    await askForBuild(tx)
    return true
  })
}

async function seedSite(tx: Db, registrationOrigin: string): Promise<void> {
  await tx.insert(menuItems).values(getMenu(registrationOrigin))
  const settings = [
    { settingKey: 'navigation_visibility', settingValue: { show_to_public: true } },
    { settingKey: 'external_site', settingValue: { url: registrationOrigin } },
  ]
  await tx.insert(appSettings).values(settings).onConflictDoNothing()
}

/** What `touchContent` does for one change, for all of these at once: the pages show the database as it now is. (architecture 6) */
async function askForBuild(tx: Db): Promise<void> {
  const [content] = await tx
    .update(siteContent)
    .set({ version: sql`${siteContent.version} + 1`, changedAt: sql`now()` })
    .returning({ revision: siteContent.version })
  if (!content) throw new Error('site_content has no row: run the migrations')
  await tx.insert(siteBuilds).values({ revision: content.revision, reason: 'seeded the demo', actor: 'cli' })
}
