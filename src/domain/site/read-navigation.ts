import { asc, eq, inArray, or } from 'drizzle-orm'
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
import { NO_OVERLAY, type Overlay, overlaid, overlaidIds, overlayKey } from './overlay.ts'

/** Active menu items in display order; with an overlay, as a change set leaves them. */
export async function readActiveMenu(db: Db, overlay: Overlay = NO_OVERLAY): Promise<MenuItem[]> {
  const isActive = eq(menuItems.isActive, true)
  const changed = overlaidIds(overlay, 'menu-item')
  const rows = await db
    .select()
    .from(menuItems)
    .where(changed.length > 0 ? or(isActive, inArray(menuItems.id, changed)) : isActive)
    .orderBy(asc(menuItems.displayOrder), asc(menuItems.id))
  return rows
    .map(({ createdAt: _createdAt, updatedAt: _updatedAt, ...item }) => overlaid(overlay, 'menu-item', item.id, item))
    .filter((item) => item.isActive)
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

/** Reads every setting once; with an overlay, as a change set leaves them. */
export async function readSettings(db: Db, overlay: Overlay = NO_OVERLAY): Promise<SiteSettings> {
  const rows = await db.select({ key: appSettings.settingKey, value: appSettings.settingValue }).from(appSettings)
  const stored = new Map<string, unknown>(rows.map((row) => [row.key, row.value]))
  for (const key of overlaidIds(overlay, 'setting')) stored.set(key, overlay.get(overlayKey('setting', key)))
  const visibility = readSetting(SETTINGS.navigation_visibility, stored.get('navigation_visibility'))
  const { url } = readSetting(SETTINGS.external_site, stored.get('external_site'))
  return { showToPublic: visibility.show_to_public, externalSiteHost: url === null ? null : new URL(url).host }
}

/** The settings pages need. A missing or unreadable row gives the closed default. (product 7) */
type SiteSettings = Pick<BarFacts, 'showToPublic' | 'externalSiteHost'>
