import { type AnalyticsReport, type Mark, type MarkKind, WHY_APART } from '#src/contract/analytics-report.ts'
import { formatShortDay } from '#src/contract/event-dates.ts'
import { plural } from '#src/contract/plural.ts'
import { type ChartLine, LineChart } from '../../blocks/Chart.tsx'
import { getDay } from '../../blocks/moment.ts'
import { CsvLink, ReportPanel, TableBelow } from './ReportParts.tsx'
import { sayDay, saySpan } from './report-words.ts'

/** Daily visitors, visits and views, with what we did ourselves on these days. */
export function DaysPanel({ days, marks, imported, span, before }: AnalyticsReport) {
  const isImported = days.map(({ origin }) => origin === 'imported')
  const at = (day: string) => days.findIndex((one) => one.day === day)
  return (
    <ReportPanel title="Day by day" sheet="days" note={imported && WHY_APART}>
      <LineChart
        key={`${span.from}${span.to}`}
        title="Day by day"
        description={`Daily visitors, visits and views from ${saySpan(span)}. The table below has the same figures.`}
        points={days.map((day) => ({ label: formatShortDay(day.day), text: sayDay(day, marks) }))}
        lines={toLines(days, { isImported, isCompared: before !== null })}
        marks={marks.map(({ day }) => at(day))}
        foreign={isImported}
        start={Math.max(
          0,
          days.findLastIndex(({ origin }) => origin !== 'none'),
        )}
      >
        <Marks marks={marks} />
        <TableBelow
          caption="Figures of each day"
          heads={['Day', 'Daily visitors', 'Visits', 'Views', 'Visitors compared with']}
          rows={days.map(({ day, origin, visitors, visits, views, before: earlier }) => [
            `${getDay(day)}${origin === 'imported' ? ' (imported)' : ''}`,
            ...[visitors, visits, views, earlier],
          ])}
        />
      </LineChart>
    </ReportPanel>
  )
}

type Kinds = { isImported: readonly boolean[]; isCompared: boolean }

function toLines(days: AnalyticsReport['days'], { isImported, isCompared }: Kinds): ChartLine[] {
  const own = (name: 'visitors' | 'visits' | 'views') => days.map((day, at) => (isImported[at] ? null : day[name]))
  const told = (name: 'visitors' | 'visits' | 'views') => days.map((day, at) => (isImported[at] ? day[name] : null))
  const imported: ChartLine[] = [
    { name: 'Imported visitors', look: 'first', isForeign: true, values: told('visitors') },
    { name: 'Imported visits', look: 'second', isForeign: true, values: told('visits') },
    { name: 'Imported views', look: 'third', isForeign: true, values: told('views') },
  ]
  return [
    { name: 'Views', look: 'third', values: own('views') },
    { name: 'Visits', look: 'second', values: own('visits') },
    { name: 'Daily visitors', look: 'first', values: own('visitors') },
    ...imported.filter(({ values }) => values.some((value) => value !== null)),
    ...(isCompared
      ? [{ name: 'Visitors compared with', look: 'faint', values: days.map(({ before }) => before) } as const]
      : []),
  ]
}

const KINDS: Record<MarkKind, string> = {
  publish: 'Publishing',
  price: 'Price',
  event: 'Workshop',
  mail: 'Email',
}

/** What the marks of the chart stand for. */
function Marks({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null
  return (
    <details className="report-details report-marks">
      <summary>
        <span aria-hidden="true" className="report-mark-key" />
        {plural(marks.length, 'mark')}: publishing, prices, workshops, emails
      </summary>
      <ul className="mt-2 grid gap-1.5 text-[.9375rem] leading-snug">
        {marks.map(({ day, kind, text }) => (
          <li key={`${day}${text}`} className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-2 [overflow-wrap:anywhere]">
            <span className="text-soft">{formatShortDay(day)}</span>
            <span>
              <span className="font-semibold">{KINDS[kind]}</span> {text}
            </span>
          </li>
        ))}
      </ul>
      <CsvLink sheet="marks" of="the marks" />
    </details>
  )
}
