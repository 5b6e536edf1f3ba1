import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { NEVER_SAVED, type Setting } from '#src/contract/setting.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { MergeDialog } from '../../blocks/MergeDialog.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { useUnloadWarning } from '../../blocks/unsaved.ts'
import { useSave } from '../../blocks/use-save.ts'
import { saveSetting, settingsQuery } from './setting-calls.ts'

type SettingFormProps<Values extends FieldValues, Value extends Record<string, unknown>> = {
  setting: Setting
  schema: z.ZodType<Value, Values>
  /** What the fields show of a value. */
  toValues: (value: object) => Values
  labels: Partial<Record<keyof Values, string>>
  /** The fields, and what they change for visitors. */
  children: ReactNode
}

/** One setting by itself: what it is for, its fields, and its own button. */
export function SettingForm<Values extends FieldValues, Value extends Record<string, unknown>>(
  props: SettingFormProps<Values, Value>,
) {
  const { setting, schema, toValues, labels, children } = props
  const id = useId()
  const queries = useQueryClient()
  const [base, setBase] = useState(setting)
  const [theirs, setTheirs] = useState<Setting>()
  const form = useForm<Values, unknown, Value>({
    resolver: zodResolver(schema),
    defaultValues: toValues(setting.value) as DefaultValues<Values>,
  })
  useUnloadWarning(form.formState.isDirty)
  const begin = (stored: Setting, values = toValues(stored.value)) => {
    form.reset(toValues(stored.value))
    for (const [name, value] of Object.entries(values))
      form.setValue(name as Path<Values>, value, { shouldDirty: true })
    setBase(stored)
    setTheirs(undefined)
  }
  const save = useSave({
    save: (value: Value) => saveSetting(setting.key, { value, version: base.version }),
    done: 'Setting updated successfully',
    failed: 'Failed to update setting',
    stale: [settingsQuery.queryKey, ['menu']],
    onDone: ({ item }) => begin(item),
    onStale: () => {
      queries.fetchQuery(settingsQuery).then(
        ({ items }) => setTheirs(items.find(({ key }) => key === setting.key)),
        (fault) => notify({ kind: 'error', title: 'Error', message: toApiError(fault).detail }),
      )
      return true
    },
  })
  return (
    <section aria-labelledby={id} className="admin-panel p-5 sm:p-7">
      <h2 id={id} className="label text-[1.625rem]">
        {setting.title}
      </h2>
      <p className="mt-2 mb-5 max-w-2xl text-soft leading-snug">{setting.description}</p>
      <EditForm
        form={form}
        onSubmit={(value) => save.mutate(value)}
        label="Save setting"
        isBusy={save.isPending}
        aside={
          <p className="text-[.875rem] text-soft">
            {base.updatedAt === null ? NEVER_SAVED : `Saved ${momentOf(base.updatedAt)}`}
          </p>
        }
      >
        {children}
      </EditForm>
      {theirs && (
        <MergeDialog
          base={toValues(base.value)}
          mine={form.getValues()}
          theirs={toValues(theirs.value)}
          labels={labels}
          onMerged={(merged) => begin(theirs, merged)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </section>
  )
}
