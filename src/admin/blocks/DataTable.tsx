import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#src/ui/Button.tsx'
import type { SortedPath } from '../addresses.ts'
import { changed } from '../links.ts'
import { RowMenu } from './RowMenu.tsx'
import type { RowAction } from './row-action.ts'
import { useScreenCount } from './Screen.tsx'
import { Shown } from './Shown.tsx'
import type { List } from './use-list.ts'

/** One column, at module level: its heading and what a row shows in it. The first one names the row. */
export type Column<Row> = {
  header: string
  /** True for a heading for screen readers only. */
  isHeaderHidden?: true
  cell: (row: Row) => ReactNode
  /** Extra classes of the cell, such as `tabular-nums`. */
  className?: string
  /** A CSS width; columns without one share the remaining width. */
  width?: string
  /** True for a column that narrow tables leave out. */
  isMinor?: true
  /** What the column is sorted by. For lists of at most some hundred rows: sorting loads the whole list. (decision 0044) */
  sortBy?: (row: Row) => SortKey
}

type SortKey = string | number | null

type DataTableProps<Row> = {
  /** What the rows are: 'vendors'. */
  what: string
  list: List<Row>
  columns: readonly Column<Row>[]
  /** The name of a row in 'Actions for …'. */
  getName: (row: Row) => string
  actions?: (row: Row) => readonly RowAction[]
  /** Shown instead of an empty table. */
  empty: ReactNode
  /** False if the number next to the screen's title counts another list. */
  isCounted?: false
}

/** A list as a table, or as cards if it is narrow, with row actions, an empty state and a button that loads more. */
export function DataTable<Row extends { id: string | number }>(props: DataTableProps<Row>) {
  const { what, list, empty } = props
  useFocusAfterRemoval(list.data?.length ?? 0)
  return (
    <Shown query={list} what={what}>
      {(rows) => (rows.length === 0 ? empty : <Rows {...props} rows={rows} />)}
    </Shown>
  )
}

/** Removing a row removes the focused button, so the focus moves to the content. */
function useFocusAfterRemoval(count: number): void {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
    before.current = count
  }, [count])
}

function Rows<Row extends { id: string | number }>(props: DataTableProps<Row> & { rows: Row[] }) {
  const { what, rows, columns, list, getName, actions, isCounted } = props
  const { sorting, sortLabel, sortNext } = useSorting(columns, list)
  useScreenCount(isCounted === false ? undefined : `${rows.length}${list.hasMore ? '+' : ''}`)
  const shown = sorting?.column.sortBy ? sortRows(rows, sorting.column.sortBy, sorting.isDescending) : rows
  return (
    <div className="admin-list">
      <table className="admin-table">
        <caption className="sr-only">{what}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                aria-sort={sortLabel(column)}
                data-minor={column.isMinor}
                style={{ width: column.width }}
              >
                {column.sortBy ? (
                  <SortButton column={column} sorting={sorting} onSort={sortNext} />
                ) : (
                  <span className={column.isHeaderHidden && 'sr-only'}>{column.header}</span>
                )}
              </th>
            ))}
            {actions && (
              <th scope="col" className="admin-table-actions">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <Cell key={column.header} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
              {actions && (
                <td className="admin-table-actions">
                  <RowMenu name={getName(row)} actions={actions(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ShowMore what={what} list={list} />
    </div>
  )
}

/** Loads the next page of a list; nothing if all of it is shown. */
export function ShowMore({ what, list }: { what: string; list: Omit<List<unknown>, 'data'> }) {
  if (!list.hasMore) return null
  return (
    <Button variant="outline" size="sm" isBusy={list.isLoadingMore} onClick={list.loadMore} className="mt-4">
      {list.isLoadingMore ? 'Loading...' : `Show more ${what}`}
    </Button>
  )
}

type CellProps = { column: Pick<Column<never>, 'header' | 'className' | 'isMinor'>; children: ReactNode }

/**
 * One cell of a row. A text that is cut off can be read in full in its tooltip. What follows it in an element of the class
 * `admin-second` is on the same line, and on a line of its own in a card.
 */
export function Cell({ column: { header, className, isMinor }, children }: CellProps) {
  return (
    <td data-label={header} data-minor={isMinor} className={className} onPointerEnter={showWhole}>
      {children}
    </td>
  )
}

function showWhole({ currentTarget: cell }: PointerEvent<HTMLElement>): void {
  const parts = [...cell.childNodes].map(({ textContent }) => textContent)
  if (cell.scrollWidth > cell.clientWidth) cell.title = parts.join(' · ')
  else cell.removeAttribute('title')
}

type Sorting<Row> = { column: Column<Row>; isDescending: boolean }
type SortButtonProps<Row> = {
  column: Column<Row>
  sorting: Sorting<Row> | undefined
  onSort: (column: Column<Row>) => void
}

function SortButton<Row>({ column, sorting, onSort }: SortButtonProps<Row>) {
  const isSorted = sorting?.column === column
  const Icon = isSorted ? (sorting.isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <button type="button" onClick={() => onSort(column)} className="admin-sort">
      {column.header}
      <Icon aria-hidden="true" className="size-3.5" />
    </button>
  )
}

/** Which column the list is sorted by, as the address says: `?sort=City`, `?sort=-City`. A third press gives the list's own order. */
function useSorting<Row>(columns: readonly Column<Row>[], { hasMore, isLoadingMore, loadMore }: List<Row>) {
  const navigate = useNavigate()
  const { sort = '' } = useSearch({ strict: false })
  const isDescending = sort.startsWith('-')
  const wanted = sort.slice(isDescending ? 1 : 0)
  const column = columns.find(({ header, sortBy }) => sortBy && header === wanted)
  const sorting = column && { column, isDescending }
  const isPartial = column !== undefined && hasMore && !isLoadingMore
  // Only a whole list can be sorted.
  useEffect(() => {
    if (isPartial) loadMore()
  })
  const sortLabel = ({ header, sortBy }: Column<Row>) => {
    if (!sortBy) return undefined
    if (header !== column?.header) return 'none'
    return isDescending ? 'descending' : 'ascending'
  }
  const sortNext = ({ header }: Column<Row>) => {
    const isSorted = header === column?.header
    const next = isSorted ? (isDescending ? undefined : `-${header}`) : header
    void navigate({ ...changed<SortedPath>({ sort: next }), replace: true, resetScroll: false })
  }
  return { sorting, sortLabel, sortNext }
}

/** The rows by one key: texts as people sort them, numbers by size, rows without the key at the end in both directions. */
export function sortRows<Row>(rows: readonly Row[], sortBy: (row: Row) => SortKey, isDescending: boolean): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' })
    return isDescending ? -order : order
  })
}
