import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { Button } from '#src/ui/Button.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { later } from '../../blocks/later.tsx'
import { OrderedTable } from '../../blocks/OrderedTable.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useOrder } from '../../blocks/use-order.ts'
import { CategoryRow } from './CategoryRow.tsx'
import { categoriesQuery, orderCategories, showOrder } from './category-calls.ts'

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
