import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { leadsTo, navigationFor } from '#src/contract/navigation.ts'
import { CONTACT_LABELS, partnerContactForm } from '#src/contract/partner-contact.ts'
import {
  EXTERNAL_SITE_ADDRESS,
  HIDDEN_ITEMS,
  NO_PUBLIC_BAR,
  REVIEW_REQUIRED,
  SETTINGS,
  type SettingKey,
  SHOW_TO_EVERYONE,
} from '#src/contract/setting.ts'
import { SHOP_SETTING_LABELS } from '#src/contract/shop-setting.ts'
import { isWebAddress } from '#src/contract/url.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { CheckField, TextField } from '../../blocks/fields.tsx'
import { links as adminLinks } from '../../links.ts'
import { menuQuery } from '../menu/menu-items.ts'
import { ShopInputs, shopFields } from './ShopInputs.tsx'

/** The same schema for a text field, in which an empty text means no site. */
const externalSiteFields = z.object({
  url: z
    .string()
    .nullable()
    .transform((typed) => typed?.trim() || null)
    .pipe(SETTINGS.external_site.schema.shape.url),
})

type SettingInputs = {
  /** What the form holds; an empty text means no value where the setting allows none. */
  schema: z.ZodType<Record<string, unknown>, Record<string, unknown>>
  labels: Readonly<Record<string, string>>
  /** The fields, and what they change for visitors. */
  Inputs: () => ReactNode
}

/** The form of each setting. (product 2) */
export const SETTING_INPUTS: Record<SettingKey, SettingInputs> = {
  navigation_visibility: {
    schema: SETTINGS.navigation_visibility.schema,
    labels: { show_to_public: SHOW_TO_EVERYONE },
    Inputs: () => (
      <>
        <CheckField name="show_to_public" label={SHOW_TO_EVERYONE} />
        <VisibleLinks />
      </>
    ),
  },
  external_site: {
    schema: externalSiteFields,
    labels: { url: EXTERNAL_SITE_ADDRESS },
    Inputs: () => (
      <>
        <TextField
          name="url"
          label={EXTERNAL_SITE_ADDRESS}
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="Leave empty if there is none."
        />
        <HiddenLinks />
      </>
    ),
  },
  partner_contact: {
    schema: partnerContactForm,
    labels: CONTACT_LABELS,
    Inputs: () => (
      <>
        <TextField name="name" label={CONTACT_LABELS.name} maxLength={100} />
        <TextField name="email" label={CONTACT_LABELS.email} type="email" />
        <TextField name="phone" label={CONTACT_LABELS.phone} type="tel" maxLength={40} />
      </>
    ),
  },
  shop: { schema: shopFields, labels: SHOP_SETTING_LABELS, Inputs: ShopInputs },
  content_review: {
    schema: SETTINGS.content_review.schema,
    labels: { is_required: REVIEW_REQUIRED },
    Inputs: () => <CheckField name="is_required" label={REVIEW_REQUIRED} />,
  },
}

/** The navigation that visitors would see. */
function VisibleLinks() {
  const isShown: unknown = useWatch({ name: 'show_to_public' })
  const { data: menu } = useQuery(menuQuery)
  if (!menu) return null
  const bar = { ...menu.bar, showToPublic: isShown === true }
  const { links } = navigationFor({ items: menu.items, ...bar, viewer: 'anonymous' })
  return (
    <p role="status" className="border-signal border-l-8 pl-4 leading-snug">
      {isShown !== true && `${NO_PUBLIC_BAR} `}
      {isShown === true && links.length === 0 && 'Visitors see a navigation bar with only the Sign In button. '}
      {isShown === true && links.length > 0 && (
        <>
          Visitors see: <b>{links.map(({ label }) => label).join(', ')}</b> and the Sign In button.{' '}
        </>
      )}
      <AdminLink to={adminLinks.menu()} className="whitespace-nowrap font-semibold underline underline-offset-4">
        Open the menu
      </AdminLink>
    </p>
  )
}

/** The menu items that the typed address would hide. */
function HiddenLinks() {
  const typed: unknown = useWatch({ name: 'url' })
  const { data: menu } = useQuery(menuQuery)
  if (!menu) return null
  const host = typeof typed === 'string' && isWebAddress(typed.trim()) ? new URL(typed.trim()).host : null
  const out = menu.items.filter(({ href }) => leadsTo(href, host)).map(({ label }) => label)
  return (
    <p role="status" className="border-signal border-l-8 pl-4 leading-snug">
      {out.length === 0 ? (
        'No menu items are hidden.'
      ) : (
        <>
          {HIDDEN_ITEMS} <b>{out.join(', ')}</b>.
        </>
      )}
    </p>
  )
}
