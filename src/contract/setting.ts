import { z } from 'zod'
import type { Instant } from './instant.ts'
import { partnerContact } from './partner-contact.ts'
import { shopSetting } from './shop-setting.ts'
import { isStorable } from './text.ts'
import { isWebAddress } from './url.ts'

/** What visitors get while the setting is off. */
export const NO_PUBLIC_BAR = 'Visitors see no navigation bar and no Sign In button.'

/** The title of the setting `navigation_visibility`. */
export const PUBLIC_BAR = 'Public navigation bar'

/** Refuses anything but true and false. */
export const BAD_VISIBILITY = 'Choose whether everyone sees the navigation bar: true or false'

/** What a setting without a stored value says. */
export const NEVER_SAVED = 'Not saved yet. The default applies.'

/** The label of the switch that shows the bar to visitors and members. */
export const SHOW_TO_EVERYONE = 'Show the navigation bar to everyone'

/** Introduces the menu items that lead to the external site. */
export const HIDDEN_ITEMS = 'Hidden menu items:'

/** The label of the external site's address. */
export const EXTERNAL_SITE_ADDRESS = 'External site address'

const WEB_ADDRESS = 'Enter a web address such as https://example.com, or nothing'

/** `navigation_visibility`: whether non-admins see the bar. (product 3) */
const navigationVisibility = z.object({
  show_to_public: z.boolean(BAD_VISIBILITY),
})

/** `external_site`: the product's site elsewhere, if it has one. (product 2, security IV6) */
const externalSite = z.object({
  url: z
    .string(WEB_ADDRESS)
    .max(2000, 'Address must be at most 2000 characters')
    .refine((url) => isWebAddress(url) && isStorable(url), WEB_ADDRESS)
    .nullable(),
})

/** Refuses anything but true and false. */
const BAD_REVIEW = 'Choose whether change sets need an approval: true or false'

/** The label of the switch. */
export const REVIEW_REQUIRED = 'Change sets need the approval of somebody else'

/** `content_review`: whether a change set goes live only after somebody else has approved it. (decision 0068) */
const contentReview = z.object({ is_required: z.boolean(BAD_REVIEW) })

type Definition<Schema extends z.ZodObject> = {
  title: string
  description: string
  schema: Schema
  /** What a missing row means. (product 7) */
  fallback: z.output<Schema>
}

const define = <Schema extends z.ZodObject>(definition: Definition<Schema>) => definition

/** Every setting there is, by its `setting_key`. Pages show what follows from each of them. */
export const SETTINGS = {
  navigation_visibility: define({
    title: PUBLIC_BAR,
    description: 'Shows the navigation bar to visitors and members. People with a role always see it.',
    schema: navigationVisibility,
    fallback: { show_to_public: false },
  }),
  external_site: define({
    title: 'External site',
    description: "The address of the product's external site. The navigation bar hides menu items that link to it.",
    schema: externalSite,
    fallback: { url: null },
  }),
  partner_contact: define({
    title: 'Contact for vendors and speakers',
    description:
      'Contact for questions, shown in the vendor portal, on logistics pages and run sheets, and in emails. An event can use its own. Without one, people are sent to the feedback form.',
    schema: partnerContact,
    fallback: { name: null, email: null, phone: null },
  }),
  shop: define({
    title: 'Shop',
    description:
      'Whether visitors can order, who is on the invoice, and what shipping and tax cost. What is changed here applies to new orders.',
    schema: shopSetting,
    fallback: shopSetting.parse({}),
  }),
  content_review: define({
    title: 'Review of change sets',
    description:
      'Whether a change set of the content studio can be published or scheduled only after an admin has approved it who has not changed it.',
    schema: contentReview,
    fallback: { is_required: false },
  }),
}

export const SETTING_KEYS = [
  'navigation_visibility',
  'external_site',
  'partner_contact',
  'shop',
  'content_review',
] as const satisfies (keyof typeof SETTINGS)[]
export type SettingKey = (typeof SETTING_KEYS)[number]

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

/** What a stored value means: a missing or unreadable one means the fallback. (product 7) */
export function readSetting<Schema extends z.ZodObject>(
  { schema, fallback }: Definition<Schema>,
  stored: unknown,
): z.output<Schema> {
  return schema.safeParse(stored).data ?? fallback
}

/** `version` is null for a setting that was never saved: then saving makes its row. (product 7: update if the key exists, else insert) */
export const settingChange = z.strictObject({
  value: z.record(z.string(), z.unknown(), 'A value must be an object with named fields'),
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
