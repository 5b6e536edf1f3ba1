import { createContext, type ReactNode, useContext } from 'react'
import type { Sheet } from '#src/contract/analytics-query.ts'
import { type Place, sheetAddress } from './analytics-calls.ts'
import { sayCount } from './report-words.ts'

/** What the address of the screen holds, for the links to files. */
export const ReportPlace = createContext<Place>({})

/** The link to the file with the figures of a panel. */
export function CsvLink({ sheet, of }: { sheet: Sheet; of: string }) {
  return (
    <a href={sheetAddress(useContext(ReportPlace), sheet)} download className="report-csv">
      CSV<span className="sr-only"> of {of}</span>
    </a>
  )
}

type ReportPanelProps = {
  title: string
  sheet?: Sheet
  /** A sentence below the title. */
  note?: ReactNode
  className?: string
  children: ReactNode
}

/** A panel of the report: its heading with the link to its file, and what it shows. */
export function ReportPanel({ title, sheet, note, className = '', children }: ReportPanelProps) {
  return (
    <section aria-label={title} className={`admin-panel report-panel ${className}`}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="label text-[1.375rem]">{title}</h2>
        {sheet && <CsvLink sheet={sheet} of={title.toLowerCase()} />}
      </div>
      {note && <p className="mt-1 text-[.875rem] text-soft leading-snug">{note}</p>}
      <div className="report-content">{children}</div>
    </section>
  )
}

type FiguresTableProps = {
  caption: string
  heads: readonly string[]
  /** The first cell names the row. */
  rows: readonly (readonly [name: string, ...cells: (string | number | null)[]])[]
}

/** Names and their figures. */
export function FiguresTable({ caption, heads, rows }: FiguresTableProps) {
  return (
    <table className="report-table report-names">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows can have the same name, and rows never change places
          <tr key={at}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={heads[column + 1]}>{typeof cell === 'string' ? cell : sayCount(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The table under a chart. It opens on demand, and paper leaves it out. */
export function TableBelow({ children, ...table }: FiguresTableProps & { children?: ReactNode }) {
  return (
    <details className="report-details">
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it */}
      <section aria-label={table.caption} tabIndex={0} className="max-h-96 overflow-auto">
        <FiguresTable {...table} />
      </section>
      {children}
    </details>
  )
}
