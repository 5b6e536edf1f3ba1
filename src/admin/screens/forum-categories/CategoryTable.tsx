import { useQueryClient } from '@tanstack/react-query'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { OrderedTable } from '../../blocks/OrderedTable.tsx'
import { useOrder } from '../../blocks/use-order.ts'
import { CategoryRow } from './CategoryRow.tsx'
import { categoriesQuery, orderCategories, showOrder } from './category-calls.ts'

type CategoryTableProps = { categories: readonly AdminCategory[]; onEdit: (category: AdminCategory) => void }

/** Every category in the order visitors see, to move, edit and delete. */
export function CategoryTable({ categories, onEdit }: CategoryTableProps) {
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
