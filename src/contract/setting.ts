import { z } from 'zod'
import type { Instant } from './instant.ts'
import { isStorable } from './text.ts'
import { isWebAddress } from './url.ts'

const WEB_ADDRESS = 'Enter a web address such as https://example.com, or nothing'

/** `navigation_visibility`: whether non-admins see the bar. (spec 3) */
const navigationVisibility = z.object({
  show_to_public: z.boolean('Say whether everybody sees the bar: true or false'),
})

/** `external_site`: the product's site elsewhere, if it has one. (spec 2, security IV6) */
const externalSite = z.object({
  url: z
    .string(WEB_ADDRESS)
    .max(2000, 'Address must be at most 2000 characters')
    .refine((url) => isWebAddress(url) && isStorable(url), WEB_ADDRESS)
    .nullable(),
})

type Definition<Schema extends z.ZodObject> = {
  title: string
  description: string
  schema: Schema
  /** What a missing row means. (spec 7) */
  fallback: z.output<Schema>
}

const define = <Schema extends z.ZodObject>(definition: Definition<Schema>) => definition

/** Every setting there is, by its `setting_key`. Pages show what follows from each of them. */
export const SETTINGS = {
  navigation_visibility: define({
    title: 'Navigation bar for everybody',
    description:
      'Whether visitors and members see the navigation bar. People with a role always do. Unless this is on, nobody else does.',
    schema: navigationVisibility,
    fallback: { show_to_public: false },
  }),
  external_site: define({
    title: 'External site',
    description:
      'The address of the product’s site elsewhere. The bar leaves out menu items that lead to its host. Without an address it leaves out none.',
    schema: externalSite,
    fallback: { url: null },
  }),
}

export const SETTING_KEYS = ['navigation_visibility', 'external_site'] as const satisfies (keyof typeof SETTINGS)[]
export type SettingKey = (typeof SETTING_KEYS)[number]
export type SettingValues = { [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']> }

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

/** What a stored value means: a missing or unreadable one means the fallback. (spec 7) */
export function readSetting<Schema extends z.ZodObject>(
  { schema, fallback }: Definition<Schema>,
  stored: unknown,
): z.output<Schema> {
  return schema.safeParse(stored).data ?? fallback
}

/** `version` is null for a setting that was never saved: then saving makes its row. (spec 7: update if the key exists, else insert) */
export const settingChange = z.strictObject({
  value: z.record(z.string(), z.unknown(), 'A value names its fields'),
  version: z.int().nullable(),
})
export type SettingChange = z.output<typeof settingChange>

/** One setting as the settings screen knows it. */
export type Setting = {
  key: SettingKey
  title: string
  description: string
  /** JSON Schema of the value. */
  schema: object
  fallback: object
  /** What counts now. */
  value: object
  /** Null as long as it was never saved. */
  version: number | null
  updatedAt: Instant | null
}
