import { asc } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { menuItems } from '#db/schema/site.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Menu } from '#src/contract/navigation.ts'
import { readBarFacts } from '../site/read-navigation.ts'
import { toMenuItem } from './menu-row.ts'

/** All items in the order of the bar, active or not, with what else decides what the bar shows at `now`. (product 7) */
export async function readMenu(db: Db, now: Instant): Promise<Omit<Menu, 'siteName'>> {
  const rows = await db.select().from(menuItems).orderBy(asc(menuItems.displayOrder), asc(menuItems.id))
  return { items: rows.map(toMenuItem), bar: await readBarFacts(db, now) }
}
