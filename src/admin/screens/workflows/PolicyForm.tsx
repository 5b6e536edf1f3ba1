import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { mailPolicy } from '#src/contract/mail-rule.ts'
import type { SavedMailPolicy } from '#src/contract/workflows.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { NumberField, TextField } from '../../blocks/fields.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { rulesQuery, STALE_RULES, savePolicy } from './rule-calls.ts'

const LABELS = {
  quietFrom: 'Quiet from',
  quietTo: 'Quiet until',
  mostPerDay: 'Most emails per person per day',
} as const

/** The form of when mails wait, and how many one person gets. */
export function PolicyForm({ saved }: { saved: SavedMailPolicy }) {
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
    <EditForm {...edit} label="Save mail policy">
      <div className="grid gap-5 sm:grid-cols-3 sm:items-end">
        <TextField name="quietFrom" label={LABELS.quietFrom} type="time" />
        <TextField name="quietTo" label={LABELS.quietTo} type="time" />
        <NumberField name="mostPerDay" label={LABELS.mostPerDay} />
      </div>
    </EditForm>
  )
}
