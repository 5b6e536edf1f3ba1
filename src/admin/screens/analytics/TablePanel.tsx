import { type ReactNode, useState } from 'react'
import {
  FILTERS,
  type FilterName,
  NO_VALUE,
  type ReportTable,
  TABLES,
  type TableRow,
} from '#src/contract/analytics-report.ts'
import { Button } from '#src/ui/Button.tsx'
import { Bar } from '../../blocks/Chart.tsx'
import type { Setter } from './analytics-calls.ts'
import { ReportPanel } from './ReportParts.tsx'
import { sayCount, sayShare, sayValue } from './report-words.ts'

/** Rows that are shown before the rest is asked for. */
const FIRST_ROWS = 8

/** Says that a panel has nothing to show. */
export function NothingYet({ children }: { children: ReactNode }) {
  return <p className="py-2 text-soft leading-snug">{children}</p>
}

const isFilter = (name: string): name is FilterName => Object.hasOwn(FILTERS, name)
const sizeOf = ({ visits, views }: Pick<TableRow, 'visits' | 'views'>) => visits ?? views ?? 0
const foreignOf = ({ imported }: TableRow) => (imported ? sizeOf(imported) : 0)

/** One table of the report, whose rows are also bars. Pressing a row filters the whole report by it. */
export function TablePanel({ table, set }: { table: ReportTable; set: Setter }) {
  const { name, rows, total } = table
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <ReportPanel title={TABLES[name]} sheet={name}>
      {rows.length === 0 ? (
        <NothingYet>Nothing in this period.</NothingYet>
      ) : (
        <>
          <Rows table={table} shown={shown} set={set} />
          {rows.length > shown.length && (
            <Button variant="link" size="sm" className="report-screen-only px-0!" onClick={() => setWhole(true)}>
              Show {rows.length === total ? `all ${sayCount(total)}` : `the first ${rows.length} of ${sayCount(total)}`}
              <span className="sr-only"> {TABLES[name].toLowerCase()}</span>
            </Button>
          )}
        </>
      )}
    </ReportPanel>
  )
}

type RowsProps = { table: ReportTable; shown: readonly TableRow[]; set: Setter }

function Rows({ table: { name, rows }, shown, set }: RowsProps) {
  const most = Math.max(1, ...rows.map((row) => sizeOf(row) + foreignOf(row)))
  const hasVisits = rows.some(({ visits, imported }) => (visits ?? imported?.visits ?? null) !== null)
  const has = {
    bounces: rows.some(({ bounces }) => bounces !== null),
    register: rows.some(({ register }) => register !== null),
    imported: rows.some(({ imported }) => imported !== null),
  }
  return (
    <table className="report-table report-bars">
      <caption className="sr-only">{TABLES[name]}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{TABLES[name]}</span>
          </th>
          <th scope="col">{hasVisits ? 'Visits' : 'Views'}</th>
          {has.imported && <th scope="col">Imported</th>}
          {has.bounces && (
            <th scope="col" className="report-minor">
              Bounce
            </th>
          )}
          {has.register && (
            <th scope="col" className={has.imported ? 'report-minor' : undefined}>
              Pressed
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <tr key={row.value}>
            <th scope="row">
              <Bar share={sizeOf(row) / most} foreign={foreignOf(row) / most} />
              <RowName name={name} row={row} set={set} />
            </th>
            <td>{sayCount(hasVisits ? row.visits : row.views)}</td>
            {has.imported && (
              <td className="text-soft">
                {sayCount(hasVisits ? (row.imported?.visits ?? null) : (row.imported?.views ?? null))}
              </td>
            )}
            {has.bounces && (
              <td className="report-minor">
                {sayShare(row.bounces === null || !row.visits ? null : row.bounces / row.visits)}
              </td>
            )}
            {has.register && <td className={has.imported ? 'report-minor' : undefined}>{sayCount(row.register)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A host or path may break after a dot, slash or hyphen, so that none breaks in the middle of a word. */
function breakable(words: string): ReactNode {
  return words.split(/(?<=[./-])/).reduce<ReactNode>(
    (before, piece) =>
      before === null ? (
        piece
      ) : (
        <>
          {before}
          <wbr />
          {piece}
        </>
      ),
    null,
  )
}

/** The name of a row: a button where visits can be filtered by it. Rows that are only imported cannot. */
function RowName({ name, row, set }: { name: ReportTable['name']; row: TableRow; set: Setter }) {
  const { value, visits } = row
  const words = breakable(sayValue(name, value))
  if (!isFilter(name) || visits === null) return <span>{words}</span>
  return (
    <button type="button" className="report-filter" onClick={() => set({ [name]: value || NO_VALUE })}>
      <span className="sr-only">Filter by </span>
      {words}
    </button>
  )
}
