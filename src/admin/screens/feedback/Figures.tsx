import { formatDuration } from '#src/contract/plural.ts'
import { type FeedbackFigures, type MonthOfReports, NONE_RECEIVED } from '#src/contract/wish.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { type AdminAddress, links } from '../../links.ts'

/** Figures about reports and wishes: how many wait, how long handling takes, how many came. */
export function Figures({ months, resolved, waiting }: FeedbackFigures) {
  const received = months.reduce((sum, { problem, improvement }) => sum + problem + improvement, 0)
  const verified = months.reduce((sum, month) => sum + month.verified, 0)
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="label text-[1.75rem]">
        Reports
      </h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
        <Figure label="open" value={waiting.open} to={links.reports({ status: 'open' })} />
        <Figure label="in progress" value={waiting.in_progress} to={links.reports({ status: 'in_progress' })} />
        <Figure
          label="waiting for verification"
          value={waiting.unverified}
          to={links.reports({ status: 'unverified' })}
        />
        <Figure
          label={received === 0 ? NONE_RECEIVED : `verified, of ${received.toLocaleString('en-US')} in 12 months`}
          value={received === 0 ? '–' : `${Math.round((verified / received) * 100)}%`}
        />
        <Figure
          label={
            resolved.median === null
              ? 'none resolved in 12 months'
              : `median from verified to resolved, of ${resolved.count.toLocaleString('en-US')}`
          }
          value={resolved.median === null ? '–' : formatDuration(resolved.median)}
        />
      </ul>
      <Months months={months} />
    </section>
  )
}

type FigureProps = { label: string; value: number | string; to?: AdminAddress }

function Figure({ label, value, to }: FigureProps) {
  const words = (
    <>
      <span className="display block text-[2.5rem] tabular-nums leading-none">
        {typeof value === 'number' ? value.toLocaleString('en-US') : value}
      </span>
      <span className="mt-1.5 block font-semibold leading-snug">{label}</span>
    </>
  )
  return (
    <li className="admin-panel relative px-5 py-4">
      {to ? (
        <AdminLink to={to} className="whole no-underline">
          {words}
        </AdminLink>
      ) : (
        words
      )}
    </li>
  )
}

const name = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Reports by month: a table whose rows are also bars. */
function Months({ months }: { months: readonly MonthOfReports[] }) {
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
