import type { Db } from '#db/client.ts'
import { appSettings } from '#db/schema/site.ts'
import type { BarFacts } from '#src/contract/navigation.ts'
import { readSetting, SETTINGS } from '#src/contract/setting.ts'

/** The settings pages need. A missing or unreadable row gives the closed default. (product 7) */
type SiteSettings = Pick<BarFacts, 'showToPublic' | 'externalSiteHost'>

/** Reads every setting once. */
export async function readSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.select({ key: appSettings.settingKey, value: appSettings.settingValue }).from(appSettings)
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const visibility = readSetting(SETTINGS.navigation_visibility, stored.get('navigation_visibility'))
  const { url } = readSetting(SETTINGS.external_site, stored.get('external_site'))
  return { showToPublic: visibility.show_to_public, externalSiteHost: url === null ? null : new URL(url).host }
}
