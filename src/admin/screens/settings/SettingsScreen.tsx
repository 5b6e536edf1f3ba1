import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { leadsTo, navigationFor } from '#src/contract/navigation.ts'
import { CONTACT_LABELS, partnerContactForm } from '#src/contract/partner-contact.ts'
import {
  EXTERNAL_SITE_ADDRESS,
  HIDDEN_ITEMS,
  NO_PUBLIC_BAR,
  readSetting,
  SETTINGS,
  type Setting,
  type SettingKey,
  SHOW_TO_EVERYONE,
} from '#src/contract/setting.ts'
import { isWebAddress } from '#src/contract/url.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { CheckField, TextField } from '../../blocks/fields.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { links as adminLinks } from '../../links.ts'
import { menuQuery } from '../menu/menu-items.ts'
import { SettingForm, settingsQuery } from './SettingForm.tsx'
import { ShopSettingForm } from './ShopSettingForm.tsx'

const FORMS: Record<SettingKey, ComponentType<{ setting: Setting }>> = {
  navigation_visibility: NavigationVisibility,
  external_site: ExternalSite,
  partner_contact: Contact,
  shop: ShopSettingForm,
}

/** Site-wide settings, each in its own form. */
export function SettingsScreen() {
  const query = useQuery(settingsQuery)
  return (
    <Screen title="Settings" lead="Site-wide settings. Each one is saved separately and goes live with the next build.">
      <Shown query={query} what="the settings">
        {({ items }) => (
          <div className="grid max-w-4xl gap-6">
            {items.map((setting) => {
              const Form = FORMS[setting.key]
              return <Form key={setting.key} setting={setting} />
            })}
          </div>
        )}
      </Shown>
    </Screen>
  )
}

const visibility = SETTINGS.navigation_visibility

/** `navigation_visibility.show_to_public`. (product 2) */
function NavigationVisibility({ setting }: { setting: Setting }) {
  return (
    <SettingForm
      setting={setting}
      schema={visibility.schema}
      toValue={(value) => readSetting(visibility, value)}
      labels={{ show_to_public: SHOW_TO_EVERYONE }}
    >
      <CheckField name="show_to_public" label={SHOW_TO_EVERYONE} />
      <VisibleLinks />
    </SettingForm>
  )
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

const externalSite = SETTINGS.external_site

/** The same schema for a text field, in which an empty text means no site. */
const externalSiteFields = z.object({
  url: z
    .string()
    .nullable()
    .transform((typed) => typed?.trim() || null)
    .pipe(externalSite.schema.shape.url),
})

/** `external_site.url`. (product 2) */
function ExternalSite({ setting }: { setting: Setting }) {
  return (
    <SettingForm
      setting={setting}
      schema={externalSiteFields}
      toValue={(value) => readSetting(externalSite, value)}
      labels={{ url: EXTERNAL_SITE_ADDRESS }}
    >
      <TextField
        name="url"
        label={EXTERNAL_SITE_ADDRESS}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Leave empty if there is none."
      />
      <HiddenLinks />
    </SettingForm>
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

const partnerContact = SETTINGS.partner_contact

/** `partner_contact`. (product 2) */
function Contact({ setting }: { setting: Setting }) {
  return (
    <SettingForm
      setting={setting}
      schema={partnerContactForm}
      toValue={(value) => readSetting(partnerContact, value)}
      labels={CONTACT_LABELS}
    >
      <TextField name="name" label={CONTACT_LABELS.name} maxLength={100} />
      <TextField name="email" label={CONTACT_LABELS.email} type="email" />
      <TextField name="phone" label={CONTACT_LABELS.phone} type="tel" maxLength={40} />
    </SettingForm>
  )
}
