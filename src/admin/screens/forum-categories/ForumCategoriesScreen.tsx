import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { categoryPath } from '#src/contract/forum-paths.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import type { Column } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { OrderedTable, useOrder } from '../../blocks/OrderedTable.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { categoriesQuery, deleteCategory, orderCategories, showOrder } from './categories.ts'

const CategoryDialog = lazyComponent(async () => (await import('./CategoryDialog.tsx')).CategoryDialog)

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

const columns: readonly Column<AdminCategory>[] = [
  { header: 'Category', cell: (category) => <Name category={category} /> },
  { header: 'Address', cell: ({ slug }) => <Path slug={slug} />, width: '16%' },
  { header: 'Description', cell: ({ description }) => description, width: '20%', isMinor: true },
  { header: 'Event', cell: ({ eventName }) => eventName ?? 'No event', width: '14%' },
  {
    header: 'Topics',
    cell: ({ topicCount }) => topicCount.toLocaleString('en-US'),
    className: 'tabular-nums',
    width: '5rem',
  },
]

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
  const remove = useSave({
    save: deleteCategory,
    done: 'Category deleted',
    failed: 'Failed to delete category',
    stale: [categoriesQuery.queryKey],
  })
  return (
    <OrderedTable
      caption="Categories in display order"
      columns={columns}
      rows={shown}
      getName={({ name }) => name}
      move={move}
      actions={(category) => [
        { label: 'Edit', run: () => onEdit(category) },
        {
          label: 'Delete',
          isDestructive: true,
          disabledReason: category.hasTopics ? 'Move its topics to another category first.' : undefined,
          run: () => confirmLoss(category, () => remove.mutateAsync(category)),
        },
      ]}
    />
  )
}

function Name({ category: { name, isClosed } }: { category: AdminCategory }) {
  return (
    <span title={name}>
      <span className="font-semibold">{name}</span> {isClosed && <Badge>Closed</Badge>}
    </span>
  )
}

function Path({ slug }: { slug: string }) {
  return (
    <a href={categoryPath(slug)} title={categoryPath(slug)} className="inline-block min-h-6 font-mono text-[.8125rem]">
      {slug}
    </a>
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
