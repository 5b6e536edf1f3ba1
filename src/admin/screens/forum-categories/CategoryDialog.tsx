import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type AdminCategory, categoryInput } from '#src/contract/forum-moderation.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { EditForm, showFieldErrors } from '../../blocks/EditForm.tsx'
import { MergeDialog } from '../../blocks/MergeDialog.tsx'
import { useUnloadWarning } from '../../blocks/unsaved.ts'
import { useSave } from '../../blocks/use-save.ts'
import { CategoryFields } from './CategoryFields.tsx'
import { addCategory, categoriesQuery, changeCategory } from './category-calls.ts'
import { type CategoryWords, LABELS, wordsOf } from './category-words.ts'

type CategoryDialogProps = { category?: AdminCategory | undefined; onClose: () => void }

/** The form of one category; a new one without `category`. What somebody else saved meanwhile is merged, never overwritten. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const [id] = useState(() => category?.id ?? crypto.randomUUID())
  const [base, setBase] = useState(category)
  const [theirs, setTheirs] = useState<AdminCategory>()
  const queries = useQueryClient()
  const form = useForm<z.input<typeof categoryInput>, unknown, CategoryWords>({
    resolver: zodResolver(categoryInput),
    defaultValues: wordsOf(category),
  })
  const { isDirty } = form.formState
  useUnloadWarning(isDirty)
  const fetchTheirs = async () =>
    setTheirs((await queries.fetchQuery(categoriesQuery)).find((stored) => stored.id === id))
  const save = useSave({
    save: (words: CategoryWords) =>
      base ? changeCategory(id, { version: base.version, ...words }) : addCategory({ id, ...words }),
    done: category ? 'Category updated' : 'Category added',
    failed: category ? 'Failed to update category' : 'Failed to add category',
    stale: [categoriesQuery.queryKey, ['forum-rooms']],
    onDone: onClose,
    onStale: () => {
      fetchTheirs().catch((fault) => notify({ kind: 'error', title: 'Error', message: toApiError(fault).detail }))
      return true
    },
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  const merge = (merged: CategoryWords) => {
    form.reset(wordsOf(theirs))
    for (const name of categoryInput.keyof().options) form.setValue(name, merged[name], { shouldDirty: true })
    setBase(theirs)
    setTheirs(undefined)
  }
  const close = () => (isDirty ? confirmLoss(onClose) : onClose())
  return (
    <Dialog isOpen title={category ? 'Edit category' : 'New category'} onClose={close}>
      <div className="mt-5">
        <EditForm
          form={form}
          onSubmit={(words) => save.mutate(words)}
          label={category ? 'Save category' : 'Add category'}
          isBusy={save.isPending}
          onCancel={close}
        >
          <CategoryFields category={base} />
        </EditForm>
      </div>
      {theirs && (
        <MergeDialog
          base={wordsOf(base)}
          mine={categoryInput.safeParse(form.getValues()).data ?? wordsOf(base)}
          theirs={wordsOf(theirs)}
          labels={LABELS}
          onMerged={merge}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </Dialog>
  )
}

function confirmLoss(onClose: () => void): void {
  confirm({
    title: 'Unsaved Changes',
    message: <p>Your changes to this category will be lost.</p>,
    label: 'Close Anyway',
    busyLabel: 'Closing...',
    act: async () => onClose(),
  })
}
