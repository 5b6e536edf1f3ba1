import { type ReactNode, useState } from 'react'
import { MoveButtons } from './MoveButtons.tsx'

type OrderedTableProps<Row> = {
  /** What it is, for who does not see it: 'Menu items in navigation order'. */
  caption: string
  /** What stands before the order. */
  columns: readonly string[]
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** Puts the row at the place `at` at the place `to`, both from 0. */
  move: (at: number, to: number) => void
  /** One row, with the cell that moves it. */
  children: (row: Row, order: ReactNode) => ReactNode
}

/** Rows that stand in an order, each with buttons that move it by one. Says where a row ends. */
export function OrderedTable<Row>({ caption, columns, rows, nameOf, move, children }: OrderedTableProps<Row>) {
  const [said, say] = useState('')
  const moveTo = (name: string, at: number, to: number) => {
    move(at, to)
    say(`${name} is now at position ${to + 1} of ${rows.length}.`)
  }
  return (
    <div className="admin-list" data-ordered="">
      <table className="admin-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {[...columns, 'Order'].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const name = nameOf(row)
            return children(
              row,
              <td data-label="Order" className="whitespace-nowrap">
                <span className="label inline-block w-7 text-center align-middle text-[1.375rem] tabular-nums">
                  {at + 1}
                </span>
                <MoveButtons name={name} at={at} count={rows.length} onMove={(to) => moveTo(name, at, to)} />
              </td>,
            )
          })}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}
