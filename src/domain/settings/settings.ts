import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { appSettings } from '#db/schema/site.ts'
import { Failure, INVALID_VALUE, NOT_FOUND, UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { filledContact, type PartnerContact } from '#src/contract/partner-contact.ts'
import {
  isSettingKey,
  readSetting,
  SETTING_KEYS,
  SETTINGS,
  type Setting,
  type SettingChange,
  type SettingKey,
} from '#src/contract/setting.ts'
import type { ShopSetting } from '#src/contract/shop-setting.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { NO_OVERLAY, type Overlay, overlayKey } from '../site/overlay.ts'
import { touchContent } from '../site/touch-content.ts'

type SettingRow = Pick<typeof appSettings.$inferSelect, 'settingKey' | 'settingValue' | 'version' | 'updatedAt'>

/** Every setting the product knows, saved or not. */
export async function listSettings(db: Db): Promise<Setting[]> {
  const rows = await db.select().from(appSettings)
  const stored = new Map(rows.map((row) => [row.settingKey, row]))
  return SETTING_KEYS.map((key) => toSetting(key, stored.get(key)))
}

/** The present value of a setting; without a row, its default. */
function toSetting(key: SettingKey, row: SettingRow | undefined): Setting {
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
    case 'partner_contact':
      return readSetting(SETTINGS[key], stored)
    case 'shop':
      return readSetting(SETTINGS[key], stored)
    case 'content_review':
      return readSetting(SETTINGS[key], stored)
  }
}

/**
 * Whom vendors and people of events turn to where their event says nothing else; null if nothing is set. With an overlay, as a
 * change set leaves it.
 */
export async function readPartnerContact(db: Db, overlay: Overlay = NO_OVERLAY): Promise<PartnerContact | null> {
  return filledContact(readSetting(SETTINGS.partner_contact, await readValue(db, 'partner_contact', overlay)))
}

/** What applies to new orders of the shop; with an overlay, as a change set leaves it. */
export async function readShopSetting(db: Db, overlay: Overlay = NO_OVERLAY): Promise<ShopSetting> {
  return readSetting(SETTINGS.shop, await readValue(db, 'shop', overlay))
}

async function readValue(db: Db, key: SettingKey, overlay: Overlay): Promise<unknown> {
  const changed = overlay.get(overlayKey('setting', key))
  if (changed) return changed
  const isThis = eq(appSettings.settingKey, key)
  const [row] = await db.select({ value: appSettings.settingValue }).from(appSettings).where(isThis)
  return row?.value
}

/**
 * Saves one setting: changes its row, or creates it. A save of the present value does nothing. Throws `not_found` for
 * an unknown setting, `invalid` for a value that does not fit it, and `conflict` if another value was saved in the
 * meantime. (product 7)
 */
export async function saveSetting(db: Db, key: string, change: SettingChange, actor: Actor): Promise<Changed<Setting>> {
  if (!isSettingKey(key)) throw new Failure('not_found', NOT_FOUND.setting)
  const value = requireFit(key, change.value)
  return db.transaction(async (tx) => {
    const before = await takeRow(tx, key, value)
    if (before.isNew) return recordSaved(tx, key, { after: before.row, actor })
    if (isDeepStrictEqual(before.row.settingValue, value)) return { item: toSetting(key, before.row), revision: null }
    if (before.row.version !== change.version) throw new Failure('conflict', STALE)
    const [after] = await tx
      .update(appSettings)
      .set({ settingValue: value, version: sql`${appSettings.version} + 1` })
      .where(eq(appSettings.settingKey, key))
      .returning()
    if (!after) throw new Failure('not_found', NOT_FOUND.setting)
    return recordSaved(tx, key, { before: before.row, after, actor })
  })
}

function requireFit(key: SettingKey, given: object): object {
  const fit = SETTINGS[key].schema.strict().safeParse(given, {
    error: ({ code }) => (code === 'unrecognized_keys' ? UNKNOWN_FIELD : undefined),
  })
  if (fit.success) return fit.data
  const issue = fit.error.issues[0]
  const path = issue?.code === 'unrecognized_keys' ? issue.keys : (issue?.path ?? [])
  throw new Failure('invalid', issue?.message ?? INVALID_VALUE, { field: ['value', ...path].join('.') })
}

/** The setting's row, locked until the transaction ends; made with `value` where there was none. */
async function takeRow(tx: Db, key: SettingKey, value: object): Promise<{ isNew: boolean; row: SettingRow }> {
  const [made] = await tx
    .insert(appSettings)
    .values({ settingKey: key, settingValue: value })
    .onConflictDoNothing()
    .returning()
  if (made) return { isNew: true, row: made }
  const [row] = await tx.select().from(appSettings).where(eq(appSettings.settingKey, key)).for('update')
  if (!row) throw new Failure('conflict', STALE)
  return { isNew: false, row }
}

type SavedSetting = { before?: SettingRow; after: SettingRow; actor: Actor }

/** What every saved setting leaves behind: a new revision, since pages show each of them, and an entry in the log. */
async function recordSaved(tx: Db, key: SettingKey, { before, after, actor }: SavedSetting): Promise<Changed<Setting>> {
  const revision = await touchContent(tx, `changed the setting ${key}`, actor)
  await recordAudit(tx, actor, {
    action: before ? 'setting.update' : 'setting.create',
    subjectType: 'setting',
    subjectId: key,
    ...(before && { before: { value: before.settingValue, version: before.version } }),
    after: { value: after.settingValue, version: after.version },
  })
  return { item: toSetting(key, after), revision }
}
