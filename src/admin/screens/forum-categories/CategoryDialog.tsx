import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { type AdminCategory, categoryInput, type EventRoom } from '#src/contract/forum-moderation.ts'
import { toSlug } from '#src/contract/slug.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { CheckField, TextAreaField, TextField, useError } from '../../blocks/fields.tsx'
import { getDay } from '../../blocks/moment.ts'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import {
  addCategory,
  type CategoryWords,
  categoriesQuery,
  changeCategory,
  getWords,
  LABELS,
  roomsQuery,
} from './categories.ts'

type CategoryDialogProps = { category?: AdminCategory | undefined; onClose: () => void }

/** The form of one category; a new one without `category`. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: category,
    getFields: getWords,
    resolver: zodResolver(categoryInput),
    labels: LABELS,
    save: ({ fields, over, newId }) =>
      over ? changeCategory(over.id, { version: over.version, ...fields }) : addCategory({ id: newId, ...fields }),
    refetch: async (newId) =>
      (await queries.fetchQuery(categoriesQuery)).find(({ id }) => id === (category?.id ?? newId)),
    done: category ? 'Category updated' : 'Category added',
    failed: category ? 'Failed to update category' : 'Failed to add category',
    stale: [categoriesQuery.queryKey, ['forum-rooms']],
    onSaved: onClose,
  })
  return (
    <FormDialog
      {...edit}
      title={category ? 'Edit category' : 'New category'}
      label={category ? 'Save category' : 'Add category'}
      loss="Your changes to this category will be lost."
      onClose={onClose}
    >
      <CategoryFields category={edit.row} />
    </FormDialog>
  )
}

/** The fields of a category. Its place is chosen in the list. */
function CategoryFields({ category }: { category: AdminCategory | undefined }) {
  const { watch, getFieldState, setValue } = useFormContext<CategoryWords>()
  const name = watch('name')
  const isNew = category === undefined
  // The address of a new category follows its name until an address is typed.
  useEffect(() => {
    if (isNew && !getFieldState('slug').isDirty) setValue('slug', toSlug(name, 60))
  }, [isNew, name, getFieldState, setValue])
  return (
    <>
      <TextField name="name" label={LABELS.name} maxLength={60} />
      <TextField
        name="slug"
        label={LABELS.slug}
        maxLength={60}
        autoCapitalize="off"
        spellCheck={false}
        hint={
          category
            ? 'Links to the old address redirect to the new one.'
            : 'The last part of the address, e.g. pumps-and-seals.'
        }
      />
      <TextAreaField name="description" label={LABELS.description} rows={2} maxLength={300} />
      <RoomField current={category} />
      <CheckField name="isClosed" label={LABELS.isClosed} hint="People can read and reply but cannot start topics." />
    </>
  )
}

/** The event whose room a category is: one of the latest, or of those that have the words looked for. */
function RoomField({ current }: { current: AdminCategory | undefined }) {
  const [q, setQ] = useState('')
  const { data: rooms = [] } = useQuery(roomsQuery(useDeferredValue(q.trim())))
  const { field } = useController({ name: 'eventId' })
  const [chosen, choose] = useState<EventRoom>()
  const pick = (id: string) => {
    choose(rooms.find((room) => room.id === id) ?? chosen)
    field.onChange(id === '' ? null : id)
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{LABELS.eventId}</legend>
      <TextInput
        label="Find an event"
        type="search"
        maxLength={100}
        value={q}
        onChange={({ target }) => setQ(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Select
        label="Event"
        ref={field.ref}
        name={field.name}
        value={field.value ?? ''}
        onBlur={field.onBlur}
        onChange={({ target }) => pick(target.value)}
        error={useError('eventId')}
        options={getOptions(rooms, current, chosen)}
      />
    </fieldset>
  )
}

/** None, the one that is chosen whatever is looked for, and those that were found and have no room yet. */
function getOptions(rooms: readonly EventRoom[], current: AdminCategory | undefined, chosen: EventRoom | undefined) {
  const kept: [string, string][] = []
  if (current?.eventId && current.eventName) kept.push([current.eventId, current.eventName])
  if (chosen) kept.push([chosen.id, getName(chosen)])
  const free = rooms.filter(({ categoryId }) => categoryId === null).map((room) => [room.id, getName(room)] as const)
  return [...new Map([['', 'No event'], ...free, ...kept])]
}

function getName({ name, date }: EventRoom): string {
  return `${name}, ${getDay(date)}`
}
