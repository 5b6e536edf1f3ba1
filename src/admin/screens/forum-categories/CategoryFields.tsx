import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { CheckField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { type CategoryWords, LABELS, slugOf } from './category-words.ts'
import { RoomField } from './RoomField.tsx'

/** The fields of a category. Its place is chosen in the list. */
export function CategoryFields({ category }: { category: AdminCategory | undefined }) {
  const { watch, getFieldState, setValue } = useFormContext<CategoryWords>()
  const name = watch('name')
  const isNew = category === undefined
  // The address of a new category follows its name until somebody types one.
  useEffect(() => {
    if (isNew && !getFieldState('slug').isDirty) setValue('slug', slugOf(name))
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
