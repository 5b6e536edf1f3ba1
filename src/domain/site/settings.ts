import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { appSettings } from '#db/schema/site.ts'

const navigationVisibility = z.object({ show_to_public: z.boolean() })
const externalSite = z.object({ url: z.url() })

/** The settings pages need. A missing or unreadable row gives the closed default. (spec 7) */
export type SiteSettings = {
  /** `navigation_visibility.show_to_public`: whether non-admins see the bar. */
  showToPublic: boolean
  /** Host of `external_site.url`: menu items that lead there are left out of the bar. */
  externalSiteHost: string | null
}

/** Reads every setting once. */
export async function readSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.select({ key: appSettings.settingKey, value: appSettings.settingValue }).from(appSettings)
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const visibility = navigationVisibility.safeParse(stored.get('navigation_visibility'))
  const external = externalSite.safeParse(stored.get('external_site'))
  return {
    showToPublic: visibility.data?.show_to_public ?? false,
    externalSiteHost: external.data ? new URL(external.data.url).host : null,
  }
}
