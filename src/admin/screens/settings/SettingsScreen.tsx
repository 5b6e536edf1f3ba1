import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Setting, SettingKey } from '#src/contract/setting.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { ExternalSite } from './ExternalSite.tsx'
import { NavigationVisibility } from './NavigationVisibility.tsx'
import { settingsQuery } from './setting-calls.ts'

const FORMS: Record<SettingKey, ComponentType<{ setting: Setting }>> = {
  navigation_visibility: NavigationVisibility,
  external_site: ExternalSite,
}

/** What holds for the whole site, each matter in a form of its own. */
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
