import { notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Cell, type Column } from './DataTable.tsx'
import { MoveButtons, moved } from './MoveButtons.tsx'
import { RowMenu } from './RowMenu.tsx'
import type { RowAction } from './row-action.ts'
import { useSave } from './use-save.ts'

type OrderedTableProps<Row> = {
  /** Describes the table to people who cannot see it: 'Menu items in navigation order'. */
  caption: string
  /** The columns before the one with the position. The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  getName: (row: Row) => string
  actions: (row: Row) => readonly RowAction[]
  /** Moves the row at index `at` to index `to`. */
  move: (at: number, to: number) => void
}

/** A table whose rows have an order, each with buttons that move it by one place. Screen readers hear the new position. */
export function OrderedTable<Row extends { id: string }>(props: OrderedTableProps<Row>) {
  const { caption, columns, rows, getName, actions, move } = props
  const [announcement, announce] = useState('')
  const moveTo = (name: string, at: number, to: number) => {
    move(at, to)
    announce(`${name} is now at position ${to + 1} of ${rows.length}.`)
  }
  return (
    <div className="admin-list">
      <table className="admin-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, width, isMinor }) => (
              <th key={header} scope="col" data-minor={isMinor} style={{ width }}>
                {header}
              </th>
            ))}
            <th scope="col" className="admin-table-order">
              Order
            </th>
            <th scope="col" className="admin-table-actions">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <OrderedRow
              key={row.id}
              name={getName(row)}
              at={at}
              count={rows.length}
              onMove={(to) => moveTo(getName(row), at, to)}
              actions={actions(row)}
            >
              {columns.map((column) => (
                <Cell key={column.header} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </OrderedRow>
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

type OrderedRowProps = {
  name: string
  /** Its place, from 0, among `count`. */
  at: number
  count: number
  onMove: (to: number) => void
  actions: readonly RowAction[]
  children: ReactNode
}

function OrderedRow({ name, at, count, onMove, actions, children }: OrderedRowProps) {
  return (
    <tr>
      {children}
      <td data-label="Order" className="admin-table-order">
        <span className="inline-block w-6 text-center tabular-nums">{at + 1}</span>
        <MoveButtons name={name} at={at} count={count} onMove={onMove} className="admin-row-button" />
      </td>
      <td className="admin-table-actions">
        <RowMenu name={name} actions={actions} />
      </td>
    </tr>
  )
}

type OrderParts<Answer> = {
  /** Saves the ids in the wanted order; `from` is the order that they are known to have. */
  save: (order: { ids: string[]; from: string[] }) => Promise<Answer>
  /** Shows the saved order at once, before it is fetched again. */
  onSaved: (answer: Answer) => void
  /** The query that is fetched again if an order could not be saved. */
  stale: QueryKey
  done: string
  failed: string
}

/**
 * A list that an editor puts in order, or changes. It is shown at once as it is wanted, and saved while the editor continues: one
 * save at a time, each with what is wanted by then, even after the screen has been left. What cannot be saved is taken back.
 */
export function useOrder<Item extends { id: string }, Answer>(items: readonly Item[], parts: OrderParts<Answer>) {
  const queries = useQueryClient()
  const { save, onSaved, stale, done, failed } = parts
  const [wanted, setWanted] = useState<readonly Item[]>()
  const inHand = useRef<{ next?: readonly Item[] }>(undefined)
  const show = async (answer: Answer, { ids }: { ids: string[] }) => {
    // An answer that was on its way while the order was saved shows the order before.
    await queries.cancelQueries({ queryKey: stale })
    onSaved(answer)
    // Queries notify the screen in a later task. Without waiting for it, the order before would be shown for a moment.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    const next = inHand.current?.next
    inHand.current = undefined
    if (next) send(next, ids)
    else setWanted(undefined)
  }
  const { mutate } = useSave({ save, done, failed, onDone: show })
  const takeBack = () => {
    inHand.current = undefined
    setWanted(undefined)
    void queries.invalidateQueries({ queryKey: stale })
  }
  const send = (next: readonly Item[], from: string[]) => {
    inHand.current = {}
    mutate({ ids: idsOf(next), from }, { onError: takeBack })
  }
  const change = (next: readonly Item[]) => {
    setWanted(next)
    if (inHand.current) inHand.current.next = next
    else send(next, idsOf(items))
  }
  const known = new Map(items.map((item) => [item.id, item]))
  const shown = wanted?.map((item) => known.get(item.id) ?? item) ?? items
  return { shown, change, move: (at: number, to: number) => change(moved(shown, at, to)) }
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)
