import type { ReactNode } from 'react'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { categoryPath } from '#src/contract/forum-paths.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { categoriesQuery, deleteCategory } from './category-calls.ts'

type CategoryRowProps = {
  category: AdminCategory
  /** The cell that moves it. */
  order: ReactNode
  onEdit: () => void
}

/** One category: what it is, whose room, and what can be done with it. */
export function CategoryRow({ category, order, onEdit }: CategoryRowProps) {
  const { name, slug, description, isClosed, eventName, topicCount, hasTopics } = category
  const remove = useSave({
    save: () => deleteCategory(category),
    done: 'Category deleted',
    failed: 'Failed to delete category',
    stale: [categoriesQuery.queryKey],
  })
  const actions = [
    { label: 'Edit', run: onEdit },
    {
      label: 'Delete',
      isDestructive: true,
      disabledReason: hasTopics ? 'Move its topics to another category first' : undefined,
      run: () => confirmLoss(category, () => remove.mutateAsync(undefined)),
    },
  ]
  return (
    <tr>
      <td className="[overflow-wrap:anywhere]">
        <span className="font-semibold">{name}</span> {isClosed && <Badge>Closed</Badge>}
        <a href={categoryPath(slug)} className="block min-h-6 w-fit break-all font-mono text-[.8125rem] text-soft">
          {categoryPath(slug)}
        </a>
        {description && <span className="mt-1 block text-[.875rem] text-soft">{description}</span>}
      </td>
      <td data-label="Event" className="[overflow-wrap:anywhere]">
        {eventName ?? <span className="text-soft">No event</span>}
      </td>
      <td data-label="Topics" className="tabular-nums">
        {topicCount.toLocaleString('en-US')}
      </td>
      {order}
      <td className="admin-table-actions">
        <RowMenu name={name} actions={actions} />
      </td>
    </tr>
  )
}

function confirmLoss({ name, slug }: AdminCategory, act: () => Promise<unknown>): void {
  confirm({
    title: 'Delete category?',
    message: (
      <p className="[overflow-wrap:anywhere]">
        <b>{name}</b> and its address {categoryPath(slug)} will be permanently deleted.
      </p>
    ),
    label: 'Delete category',
    busyLabel: 'Deleting...',
    act,
  })
}
