import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { menuItems } from '#db/schema/site.ts'
import type { Instant } from '#src/contract/instant.ts'
import {
  type BarFacts,
  type MenuItem,
  type Navigation,
  navigationFor,
  type ViewerKind,
} from '#src/contract/navigation.ts'
import { findFeatured } from '../events/read-events.ts'
import { readSettings } from './settings.ts'

/** Active menu items in display order. */
export async function readActiveMenu(db: Db): Promise<MenuItem[]> {
  const rows = await db
    .select()
    .from(menuItems)
    .where(eq(menuItems.isActive, true))
    .orderBy(asc(menuItems.displayOrder), asc(menuItems.id))
  return rows.map(({ createdAt: _createdAt, updatedAt: _updatedAt, ...item }) => item)
}

/** What decides what the bar shows at `now`, beside its items and who looks. */
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
