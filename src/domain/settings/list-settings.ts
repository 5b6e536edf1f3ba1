import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { appSettings } from '#db/schema/site.ts'
import { readSetting, SETTING_KEYS, SETTINGS, type Setting, type SettingKey } from '#src/contract/setting.ts'

export type SettingRow = Pick<typeof appSettings.$inferSelect, 'settingKey' | 'settingValue' | 'version' | 'updatedAt'>

/** Every setting the product knows, saved or not. */
export async function listSettings(db: Db): Promise<Setting[]> {
  const rows = await db.select().from(appSettings)
  const stored = new Map(rows.map((row) => [row.settingKey, row]))
  return SETTING_KEYS.map((key) => toSetting(key, stored.get(key)))
}

/** A setting as it stands; without a row as it is until somebody saves it. */
export function toSetting(key: SettingKey, row: SettingRow | undefined): Setting {
  const { title, description, schema, fallback } = SETTINGS[key]
  return {
    key,
    title,
    description,
    schema: z.toJSONSchema(schema.strict()),
    fallback,
    value: readStored(key, row?.settingValue),
    version: row?.version ?? null,
    updatedAt: row?.updatedAt.getTime() ?? null,
  }
}

function readStored(key: SettingKey, stored: unknown): object {
  switch (key) {
    case 'navigation_visibility':
      return readSetting(SETTINGS[key], stored)
    case 'external_site':
      return readSetting(SETTINGS[key], stored)
  }
}
