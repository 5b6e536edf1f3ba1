import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { menuItemInput, type StoredMenuItem } from '#src/contract/navigation.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { EditForm, showFieldErrors } from '../../blocks/EditForm.tsx'
import { MergeDialog } from '../../blocks/MergeDialog.tsx'
import { useUnloadWarning } from '../../blocks/unsaved.ts'
import { useSave } from '../../blocks/use-save.ts'
import { ItemFields, LABELS } from './ItemFields.tsx'
import { addItem, changeItem, menuQuery } from './menu-calls.ts'

const schema = menuItemInput.omit({ displayOrder: true })
type Words = z.output<typeof schema>

/** The form of one item; a new one without `item`. What somebody else saved meanwhile is merged, never overwritten. */
export function ItemDialog({ item, onClose }: { item?: StoredMenuItem | undefined; onClose: () => void }) {
  const [id] = useState(() => item?.id ?? crypto.randomUUID())
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<StoredMenuItem>()
  const queries = useQueryClient()
  const form = useForm<Words>({ resolver: zodResolver(schema), defaultValues: wordsOf(item) })
  const { isDirty } = form.formState
  useUnloadWarning(isDirty)
  const fetchTheirs = async () => {
    const { items } = await queries.fetchQuery(menuQuery)
    setTheirs(items.find((stored) => stored.id === id))
  }
  const save = useSave({
    save: (words: Words) => (base ? changeItem(id, { version: base.version, ...words }) : addItem({ id, ...words })),
    done: item ? 'Menu item updated' : 'Menu item added',
    failed: item ? 'Failed to update menu item' : 'Failed to add menu item',
    stale: [menuQuery.queryKey],
    onDone: onClose,
    onStale: () => {
      fetchTheirs().catch((fault) => notify({ kind: 'error', title: 'Error', message: toApiError(fault).detail }))
      return true
    },
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  const close = () => (isDirty ? confirmLoss(onClose) : onClose())
  return (
    <Dialog isOpen title={item ? 'Edit menu item' : 'New menu item'} onClose={close}>
      <div className="mt-5">
        <EditForm
          form={form}
          onSubmit={(words) => save.mutate(words)}
          label={item ? 'Save item' : 'Add item'}
          isBusy={save.isPending}
          onCancel={close}
        >
          <ItemFields />
        </EditForm>
      </div>
      {theirs && (
        <MergeDialog
          base={wordsOf(base)}
          mine={form.getValues()}
          theirs={wordsOf(theirs)}
          labels={LABELS}
          onMerged={(merged) => {
            form.reset(wordsOf(theirs))
            for (const name of schema.keyof().options) form.setValue(name, merged[name], { shouldDirty: true })
            setBase(theirs)
            setTheirs(undefined)
          }}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </Dialog>
  )
}

function wordsOf(item: StoredMenuItem | undefined): Words {
  return {
    label: item?.label ?? '',
    href: item?.href ?? '',
    isActive: item?.isActive ?? true,
    isExternal: item?.isExternal ?? false,
    visibleToAnonymous: item?.visibleToAnonymous ?? true,
    visibleToUser: item?.visibleToUser ?? true,
    visibleToAdmin: item?.visibleToAdmin ?? true,
  }
}

function confirmLoss(onClose: () => void): void {
  confirm({
    title: 'Unsaved Changes',
    message: <p>Your changes to this item will be lost.</p>,
    label: 'Close Anyway',
    busyLabel: 'Closing...',
    act: async () => onClose(),
  })
}
