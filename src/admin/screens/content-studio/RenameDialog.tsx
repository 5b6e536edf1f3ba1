import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import type { ChangeSet } from '#src/contract/change-set.ts'
import { changeSetChange } from '#src/contract/change-set-input.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { CHANGE_SETS, changeSetQuery, renameSet } from './change-set-calls.ts'

const fields = changeSetChange.omit({ version: true })
const LABELS = { name: 'Name', note: 'Note' }

/** The name and the note of a set. */
export function RenameDialog({ set, onClose }: { set: ChangeSet; onClose: () => void }) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: set,
    getFields: (row) => ({ name: row?.name ?? '', note: row?.note ?? '' }),
    resolver: zodResolver(fields),
    labels: LABELS,
    save: ({ fields: words, over = set }) => renameSet(set.id, { ...words, version: over.version }),
    refetch: () => queries.fetchQuery(changeSetQuery(set.id)),
    done: 'Change set renamed',
    failed: 'Failed to rename change set',
    stale: [[CHANGE_SETS]],
    onSaved: onClose,
  })
  return (
    <FormDialog {...edit} title="Rename change set" label="Save name" onClose={onClose}>
      <TextField name="name" label={LABELS.name} maxLength={100} />
      <TextAreaField name="note" label={LABELS.note} rows={3} />
    </FormDialog>
  )
}
