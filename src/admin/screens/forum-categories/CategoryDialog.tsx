import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type AdminCategory, categoryInput } from '#src/contract/forum-moderation.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { CategoryFields } from './CategoryFields.tsx'
import { addCategory, categoriesQuery, changeCategory } from './category-calls.ts'
import { LABELS, wordsOf } from './category-words.ts'

type CategoryDialogProps = { category?: AdminCategory | undefined; onClose: () => void }

/** The form of one category; a new one without `category`. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: category,
    fieldsOf: wordsOf,
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
