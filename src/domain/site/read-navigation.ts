import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { appSettings, menuItems } from '#db/schema/site.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  type BarFacts,
  type MenuItem,
  type Navigation,
  navigationFor,
  type ViewerKind,
} from '#src/contract/navigation.ts'
import { readSetting, SETTINGS } from '#src/contract/setting.ts'
import { findFeatured } from '../events/read-events.ts'

/** Active menu items in display order. */
export async function readActiveMenu(db: Db): Promise<MenuItem[]> {
  const rows = await db
    .select()
    .from(menuItems)
    .where(eq(menuItems.isActive, true))
    .orderBy(asc(menuItems.displayOrder), asc(menuItems.id))
  return rows.map(({ createdAt: _createdAt, updatedAt: _updatedAt, ...item }) => item)
}

/** What else decides about the items of the bar at `now`, apart from the items and the viewer. */
export async function readBarFacts(db: Db, now: Instant): Promise<BarFacts> {
  const [settings, featured] = await Promise.all([readSettings(db), findFeatured(db, now)])
  return {
    ...settings,
    featured: featured ? { eventName: featured.eventName, eventSlug: featured.eventSlug } : null,
  }
}

/** The bar as one kind of viewer sees it at `now`. (product 2) */
export async function readNavigation(db: Db, viewer: ViewerKind, now: Instant): Promise<Navigation> {
  const [items, facts] = await Promise.all([readActiveMenu(db), readBarFacts(db, now)])
  return navigationFor({ items, ...facts, viewer })
}

/** Reads every setting once. */
export async function readSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.select({ key: appSettings.settingKey, value: appSettings.settingValue }).from(appSettings)
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const visibility = readSetting(SETTINGS.navigation_visibility, stored.get('navigation_visibility'))
  const { url } = readSetting(SETTINGS.external_site, stored.get('external_site'))
  return { showToPublic: visibility.show_to_public, externalSiteHost: url === null ? null : new URL(url).host }
}

/** The settings pages need. A missing or unreadable row gives the closed default. (product 7) */
type SiteSettings = Pick<BarFacts, 'showToPublic' | 'externalSiteHost'>
