import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { navigationFor } from '#src/contract/navigation.ts'
import { NO_PUBLIC_BAR, readSetting, SETTINGS, type Setting, SHOW_TO_EVERYONE } from '#src/contract/setting.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { CheckField } from '../../blocks/fields.tsx'
import { links as adminLinks } from '../../links.ts'
import { menuQuery } from '../menu/menu-items.ts'
import { SettingForm } from './SettingForm.tsx'

const definition = SETTINGS.navigation_visibility
const LABEL = SHOW_TO_EVERYONE

/** `navigation_visibility.show_to_public`. (product 2) */
export function NavigationVisibility({ setting }: { setting: Setting }) {
  return (
    <SettingForm
      setting={setting}
      schema={definition.schema}
      toValue={(value) => readSetting(definition, value)}
      labels={{ show_to_public: LABEL }}
    >
      <CheckField name="show_to_public" label={LABEL} />
      <Effect />
    </SettingForm>
  )
}

/** What visitors get from what is chosen now. */
function Effect() {
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
      <AdminLink href={adminLinks.menu()} className="whitespace-nowrap font-semibold underline underline-offset-4">
        Open the menu
      </AdminLink>
    </p>
  )
}
