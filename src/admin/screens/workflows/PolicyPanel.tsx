import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { mailPolicy } from '#src/contract/mail-rule.ts'
import type { SavedMailPolicy } from '#src/contract/workflows.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { NumberField, TextField } from '../../blocks/fields.tsx'
import { DetailCard } from '../../blocks/Panel.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { rulesQuery, STALE_RULES, savePolicy } from './rule-calls.ts'

const LABELS = { quietFrom: 'Quiet from', quietTo: 'Quiet until', mostPerDay: 'Most emails a person and day' } as const

/** When mails wait, and how many one person gets. */
export function PolicyPanel({ saved }: { saved: SavedMailPolicy }) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: saved,
    getFields: (row) => (row ?? saved).policy,
    resolver: zodResolver(mailPolicy),
    labels: LABELS,
    save: ({ fields, over = saved }) => savePolicy({ version: over.version, policy: fields }),
    refetch: async () => (await queries.fetchQuery(rulesQuery)).policy,
    done: 'Mail policy saved',
    failed: 'Failed to save mail policy',
    stale: STALE_RULES,
    getRow: (answer) => answer,
  })
  return (
    <DetailCard title="Mail policy">
      <p className="max-w-2xl text-soft">
        Emails of workflows wait during quiet hours, on the clock of the event’s time zone. The same time twice means no
        quiet hours. Security emails are neither delayed nor counted.
      </p>
      <div className="w-full max-w-2xl">
        <EditForm {...edit} label="Save mail policy">
          <div className="grid gap-5 sm:grid-cols-3 sm:items-end">
            <TextField name="quietFrom" label={LABELS.quietFrom} type="time" />
            <TextField name="quietTo" label={LABELS.quietTo} type="time" />
            <NumberField name="mostPerDay" label={LABELS.mostPerDay} />
          </div>
        </EditForm>
      </div>
    </DetailCard>
  )
}
