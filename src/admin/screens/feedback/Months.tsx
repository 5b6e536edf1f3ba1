import type { MonthOfReports } from '#src/contract/feedback.ts'

const name = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** What came month by month: a table whose rows are bars as well. */
export function Months({ months }: { months: readonly MonthOfReports[] }) {
  const most = Math.max(1, ...months.map(({ problem, improvement }) => problem + improvement))
  return (
    <div className="admin-panel mt-6 px-2.5 py-4 sm:px-5">
      <table className="w-full text-left tabular-nums">
        <caption className="mb-3 text-left text-soft">
          Reports by month, in UTC
          <span className="max-sm:hidden">
            : <Key className="bg-ink" /> problems, <Key className="bg-signal" /> suggestions
          </span>
        </caption>
        <thead className="text-[.75rem] text-soft sm:text-[.8125rem]">
          <tr>
            <th scope="col">Month</th>
            <td className="w-full max-sm:hidden" />
            <Head>{'Prob\u00ADlems'}</Head>
            <Head>{'Sugges\u00ADtions'}</Head>
            <Head>{'Veri\u00ADfied'}</Head>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <Month key={month.month} {...month} most={most} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="pl-1.5 text-right sm:pl-5">
      {children}
    </th>
  )
}

function Month({ month, problem, improvement, verified, most }: MonthOfReports & { most: number }) {
  return (
    <tr className="border-line border-t">
      <th scope="row" className="whitespace-nowrap py-1.5 pr-1 font-semibold max-sm:text-[.9375rem] sm:pr-3">
        {name.format(Date.parse(`${month}-01T00:00:00Z`))}
      </th>
      <td aria-hidden="true" className="max-sm:hidden">
        <span className="flex h-4">
          <Bar share={problem / most} className="bg-ink" />
          <Bar share={improvement / most} className="bg-signal" />
        </span>
      </td>
      <Count of={problem} />
      <Count of={improvement} />
      <Count of={verified} />
    </tr>
  )
}

function Count({ of }: { of: number }) {
  return <td className="pl-1.5 text-right sm:pl-5">{of.toLocaleString('en-US')}</td>
}

function Bar({ share, className }: { share: number; className: string }) {
  return <span style={{ width: `${share * 100}%` }} className={className} />
}

function Key({ className }: { className: string }) {
  return <span aria-hidden="true" className={`inline-block size-3 align-baseline ${className}`} />
}
