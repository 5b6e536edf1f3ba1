import { useState } from 'react'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { CategoryRow } from './CategoryRow.tsx'
import { useCategoryOrder } from './use-category-order.ts'

type CategoryTableProps = { categories: readonly AdminCategory[]; onEdit: (category: AdminCategory) => void }

/** Every category in the order visitors see, to move, edit and delete. */
export function CategoryTable({ categories, onEdit }: CategoryTableProps) {
  const { shown, move } = useCategoryOrder(categories)
  const [said, say] = useState('')
  const moveTo = (category: AdminCategory, at: number, to: number) => {
    move(at, to)
    say(`${category.name} is now at position ${to + 1} of ${shown.length}.`)
  }
  return (
    <>
      <table className="admin-table">
        <caption className="sr-only">Categories, in the order visitors see</caption>
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Room of</th>
            <th scope="col">Topics</th>
            <th scope="col">Order</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((category, at) => (
            <CategoryRow
              key={category.id}
              category={category}
              at={at}
              count={shown.length}
              onMove={(to) => moveTo(category, at, to)}
              onEdit={() => onEdit(category)}
            />
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
