import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { NEVER_SAVED, type Setting, type SettingChange, type SettingKey } from '#src/contract/setting.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { ask, contentApi } from '../../api.ts'
import { AddToSet } from '../../blocks/AddToSet.tsx'
import { EditForm } from '../../blocks/EditForm.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { SETTING_INPUTS } from './setting-inputs.tsx'

/** One setting by itself: what it is for, its fields, and its own button. */
export function SettingForm({ setting }: { setting: Setting }) {
  const { schema, labels, Inputs } = SETTING_INPUTS[setting.key]
  const id = useId()
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: setting,
    getFields: (stored) => ({ ...(stored ?? setting).value }) as Record<string, unknown>,
    resolver: zodResolver(schema),
    labels,
    save: ({ fields, over = setting }) => saveSetting(setting.key, { value: fields, version: over.version }),
    refetch: async () => (await queries.fetchQuery(settingsQuery)).items.find(({ key }) => key === setting.key),
    done: 'Setting updated successfully',
    failed: 'Failed to update setting',
    stale: [settingsQuery.queryKey, ['menu']],
    getRow: ({ item }) => item,
  })
  const { updatedAt } = edit.row ?? setting
  return (
    <section aria-labelledby={id} className="admin-panel p-5 sm:p-7">
      <h2 id={id} className="label text-[1.625rem]">
        {setting.title}
      </h2>
      <p className="mt-2 mb-5 max-w-2xl text-soft leading-snug">{setting.description}</p>
      <EditForm
        {...edit}
        label="Save setting"
        aside={
          <>
            <AddToSet variant="ghost" subject={{ type: 'setting', id: setting.key, label: setting.title }} />
            <p className="text-[.875rem] text-soft">
              {updatedAt === null ? NEVER_SAVED : `Saved ${formatMoment(updatedAt)}`}
            </p>
          </>
        }
      >
        <Inputs />
      </EditForm>
    </section>
  )
}

/** Every setting there is. */
export const settingsQuery = queryOptions<{ items: Setting[] }>({
  queryKey: ['settings'],
  queryFn: () => ask(() => contentApi.settings.$get()),
  staleTime: 0,
})

const saveSetting = (key: SettingKey, json: SettingChange): Promise<Changed<Setting>> =>
  ask(() => contentApi.settings[':key'].$put({ param: { key }, json }))
