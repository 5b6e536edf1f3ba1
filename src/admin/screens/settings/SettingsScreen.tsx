import { useQuery } from '@tanstack/react-query'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { SettingForm, settingsQuery } from './SettingForm.tsx'

/** Site-wide settings, each in its own form. */
export function SettingsScreen() {
  const query = useQuery(settingsQuery)
  return (
    <Screen title="Settings" lead="Site-wide settings. Each one is saved separately and goes live with the next build.">
      <Shown query={query} what="the settings">
        {({ items }) => (
          <div className="grid max-w-4xl gap-6">
            {items.map((setting) => (
              <SettingForm key={setting.key} setting={setting} />
            ))}
          </div>
        )}
      </Shown>
    </Screen>
  )
}
