import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { VENUE_TIME } from '#src/contract/logistics-sections.ts'
import { newRunItem, RUN_KIND_WORDS, RUN_KINDS, type RunItem } from '#src/contract/run-sheet.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { NumberField, SelectField, TextField } from '../../blocks/fields.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { addRunItem, changeRunItem, LOGISTICS, runSheetQuery } from './logistics-calls.ts'

const LABELS = {
  title: 'Activity',
  kind: 'Kind',
  days: 'Days from the event',
  startsAt: 'Starts at',
  minutes: 'Minutes',
  owner: 'Responsible',
}
const KINDS = RUN_KINDS.map((kind) => [kind, RUN_KIND_WORDS[kind]] as const)

type RunItemDialogProps = { eventId: string; item?: RunItem; onClose: () => void }

/** The form of one line of the run sheet; a new one without `item`. */
export function RunItemDialog({ eventId, item, onClose }: RunItemDialogProps) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: item,
    getFields,
    resolver: zodResolver(newRunItem.omit({ id: true })),
    labels: LABELS,
    save: ({ fields, over, newId }) =>
      over
        ? changeRunItem(eventId, over.id, { ...fields, version: over.version })
        : addRunItem(eventId, { ...fields, id: newId }),
    refetch: async (newId) =>
      (await queries.fetchQuery(runSheetQuery(eventId))).items.find(({ id }) => id === (item?.id ?? newId)),
    done: item ? 'Line updated' : 'Line added',
    failed: item ? 'Failed to update the line' : 'Failed to add the line',
    stale: [[LOGISTICS, eventId, 'run-sheet']],
    onSaved: onClose,
  })
  return (
    <FormDialog
      {...edit}
      title={item ? 'Edit line' : 'New line'}
      label={item ? 'Save line' : 'Add line'}
      onClose={onClose}
    >
      <TextField name="title" label={LABELS.title} maxLength={200} />
      <SelectField
        name="kind"
        label={LABELS.kind}
        options={KINDS}
        hint="Set-up and tear-down are also on the run sheet of each person."
      />
      <NumberField name="days" label={LABELS.days} hint="-1 is the day before, 0 the day of the event." />
      <TextField name="startsAt" label={LABELS.startsAt} type="time" hint={VENUE_TIME} />
      <NumberField name="minutes" label={LABELS.minutes} />
      <TextField name="owner" label={LABELS.owner} maxLength={100} />
    </FormDialog>
  )
}

function getFields(item: RunItem | undefined) {
  if (!item) return { title: '', kind: 'setup' as const, days: 0, startsAt: '07:00', minutes: 30, owner: null }
  const { title, kind, days, startsAt, minutes, owner } = item
  return { title, kind, days, startsAt, minutes, owner }
}
