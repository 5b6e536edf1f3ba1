import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { leadsTo } from '#src/contract/navigation.ts'
import { EXTERNAL_SITE_ADDRESS, HIDDEN_ITEMS, readSetting, SETTINGS, type Setting } from '#src/contract/setting.ts'
import { isWebAddress } from '#src/contract/url.ts'
import { TextField } from '../../blocks/fields.tsx'
import { menuQuery } from '../menu/menu-items.ts'
import { SettingForm } from './SettingForm.tsx'

const definition = SETTINGS.external_site
const LABEL = EXTERNAL_SITE_ADDRESS

/** The same schema, for a field whose empty text means none. */
const schema = z.object({
  url: z
    .string()
    .nullable()
    .transform((typed) => typed?.trim() || null)
    .pipe(definition.schema.shape.url),
})

/** `external_site.url`. (product 2) */
export function ExternalSite({ setting }: { setting: Setting }) {
  return (
    <SettingForm
      setting={setting}
      schema={schema}
      toValue={(value) => readSetting(definition, value)}
      labels={{ url: LABEL }}
    >
      <TextField
        name="url"
        label={LABEL}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Leave empty if there is none."
      />
      <Effect />
    </SettingForm>
  )
}

/** Which items the bar leaves out for what is typed now. */
function Effect() {
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
