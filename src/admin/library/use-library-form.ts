import { zodResolver } from '@hookform/resolvers/zod'
import type { QueryKey } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { MergeWords } from '../blocks/MergeDialog.tsx'
import { useVersionedForm } from '../blocks/use-versioned-form.tsx'

/** What the form of an entry is given: the stored entry, and what closes the form. */
export type EntryFormProps<Row> = { row: Row | undefined; onClose: () => void }

type LibraryFormParts<Values extends FieldValues, Fields extends Values, Row> = EntryFormProps<Row> &
  MergeWords<Fields> & { schema: z.ZodType<Fields, Values> }

/** What the form needs of a resource. */
type Saves<Fields, Row> = {
  noun: string
  title: string
  stale: readonly QueryKey[]
  getFields: (row: Row | undefined) => Fields
  read: (id: string) => Promise<Row>
  create: (id: string, fields: Fields) => Promise<unknown>
  update: (over: Row, fields: Fields) => Promise<unknown>
}

/** The form of one entry, to be spread on `EditForm`. It closes once the entry is saved. */
export function useLibraryForm<
  Values extends FieldValues,
  Fields extends Values,
  Row extends { id: string; version: number },
>(
  { noun, title, stale, getFields, read, create, update }: Saves<Fields, Row>,
  { row, onClose, schema, ...words }: LibraryFormParts<Values, Fields, Row>,
) {
  const edit = useVersionedForm({
    ...words,
    row,
    getFields,
    resolver: zodResolver<Values, unknown, Fields>(schema),
    save: ({ fields, over, newId }) => (over ? update(over, fields) : create(newId, fields)),
    refetch: (newId) => read(row?.id ?? newId),
    done: `${title} saved`,
    failed: `Failed to save ${noun}`,
    stale,
    onSaved: onClose,
  })
  return { ...edit, label: `Save ${noun}`, onCancel: onClose }
}
