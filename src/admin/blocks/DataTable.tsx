import { type CellContext, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { type RowAction, RowMenu } from './RowMenu.tsx'
import { Shown } from './Shown.tsx'
import type { List } from './use-list.ts'

/** One column, at module level: its heading and what a row shows in it. The first one names the row. */
export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Extra classes of the cell, such as `tabular-nums`. */
  className?: string
}

type DataTableProps<Row> = {
  /** What the rows are: 'vendors'. */
  what: string
  list: List<Row>
  columns: readonly Column<Row>[]
  /** What a row is called in 'Actions for …'. */
  nameOf: (row: Row) => string
  actions?: (row: Row) => readonly RowAction[]
  /** In place of the table while there is nothing. */
  empty: ReactNode
}

const features = tableFeatures({})

/** A list as a table, on a phone as a card for each row; with its actions, its empty state, and more on demand. */
export function DataTable<Row extends { id: string | number }>(props: DataTableProps<Row>) {
  const { what, list, empty } = props
  return (
    <Shown query={list} what={what}>
      {(rows) => (rows.length === 0 ? empty : <Rows {...props} rows={rows} />)}
    </Shown>
  )
}

function Rows<Row extends { id: string | number }>({
  what,
  rows,
  columns,
  list,
  nameOf,
  actions,
}: DataTableProps<Row> & { rows: Row[] }) {
  const table = useTable({
    features,
    data: rows,
    columns: useColumns(columns),
    getRowId: (row) => String(row.id),
  })
  return (
    <>
      <table className="admin-table">
        <caption className="sr-only">{what}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col">
                  <table.FlexRender header={header} />
                </th>
              ))}
              {actions && (
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell, at) => (
                <td key={cell.id} data-label={columns[at]?.header} className={columns[at]?.className}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
              {actions && (
                <td className="admin-table-actions">
                  <RowMenu name={nameOf(row.original)} actions={actions(row.original)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {list.hasMore && (
        <Button variant="outline" disabled={list.isLoadingMore} onClick={list.loadMore} className="mt-5">
          {list.isLoadingMore ? 'Loading...' : `Show more ${what}`}
        </Button>
      )}
    </>
  )
}

function useColumns<Row extends { id: string | number }>(columns: readonly Column<Row>[]) {
  return useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>()
    return columns.map(({ header, cell }, at) =>
      helper.display({
        id: String(at),
        header,
        cell: ({ row }: Pick<CellContext<typeof features, Row, unknown>, 'row'>) => cell(row.original),
      }),
    )
  }, [columns])
}
