import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { categoryPath } from '#src/contract/forum-paths.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { Empty } from '../../blocks/Empty.tsx'
import { later } from '../../blocks/later.tsx'
import { OrderedTable, useOrder } from '../../blocks/OrderedTable.tsx'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { categoriesQuery, deleteCategory, orderCategories, showOrder } from './categories.ts'

const CategoryDialog = later(async () => (await import('./CategoryDialog.tsx')).CategoryDialog)

/** What the forum's topics are sorted into, in the order visitors see. */
export function ForumCategoriesScreen() {
  const query = useQuery(categoriesQuery)
  const [edited, edit] = useState<AdminCategory | 'new'>()
  const add = <Button onClick={() => edit('new')}>New category</Button>
  return (
    <Screen
      title="Forum categories"
      lead="Categories for subjects and events. Visitors see changes within a minute."
      actions={query.data && query.data.length > 0 && add}
    >
      <Shown query={query} what="categories">
        {(categories) =>
          categories.length === 0 ? (
            <Empty title="No categories yet" action={add}>
              Add a category so that members can start topics.
            </Empty>
          ) : (
            <CategoryTable categories={categories} onEdit={edit} />
          )
        }
      </Shown>
      {edited && <CategoryDialog category={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />}
    </Screen>
  )
}

type CategoryTableProps = { categories: readonly AdminCategory[]; onEdit: (category: AdminCategory) => void }

/** Every category in the order visitors see, to move, edit and delete. */
function CategoryTable({ categories, onEdit }: CategoryTableProps) {
  const queries = useQueryClient()
  const { shown, move } = useOrder(categories, {
    save: ({ ids }) => orderCategories(ids),
    onSaved: (ordered) => showOrder(queries, ordered),
    stale: categoriesQuery.queryKey,
    done: 'Order saved',
    failed: 'Failed to reorder categories',
  })
  return (
    <OrderedTable
      caption="Categories in display order"
      columns={['Category', 'Event', 'Topics']}
      rows={shown}
      nameOf={({ name }) => name}
      move={move}
    >
      {(category, order) => (
        <CategoryRow key={category.id} category={category} order={order} onEdit={() => onEdit(category)} />
      )}
    </OrderedTable>
  )
}

type CategoryRowProps = {
  category: AdminCategory
  /** The cell that moves it. */
  order: ReactNode
  onEdit: () => void
}

/** One category: what it is, whose room, and what can be done with it. */
function CategoryRow({ category, order, onEdit }: CategoryRowProps) {
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
