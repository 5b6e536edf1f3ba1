import { type AnalyticsReport, type Headline, NOT_COMPARED, WHY_DAILY } from '#src/contract/analytics-report.ts'
import { plural } from '#src/contract/plural.ts'
import { Sparkline } from '../../blocks/Chart.tsx'
import { type Change, changeOf, pointsOf, sayAverage, sayCount, saySeconds, sayShare, saySpan } from './report-words.ts'

type Figure = {
  name: string
  value: string
  change: Change | undefined
  hint: string
  /** A longer explanation, which opens on demand. */
  why?: string
  line?: readonly (number | null)[]
}

/** The figures of our own days, each against the period before. */
export function HeadlineFigures(report: AnalyticsReport) {
  const { headline, before, compared, imported } = report
  return (
    <section aria-label="Figures of the period">
      <ul className="report-headline">
        {toFigures(report).map((figure) => (
          <Tile key={figure.name} figure={figure} isCompared={before !== null} />
        ))}
      </ul>
      <p className="mt-2 text-[.875rem] text-soft leading-snug">
        {plural(headline.measuredDays, 'day')} measured.{' '}
        {compared && (before ? `Compared with ${saySpan(compared)}.` : NOT_COMPARED)}{' '}
        {imported &&
          `Imported beside them, and in none of these figures: ${plural(imported.visits, 'visit')} and ${plural(imported.views, 'view')} of ${plural(imported.days, 'day')}.`}
      </p>
    </section>
  )
}

function toFigures({ headline: now, before, days }: AnalyticsReport): Figure[] {
  const ownLine = (name: 'visitors' | 'visits' | 'views') =>
    days.map((day) => (day.origin === 'own' ? day[name] : null))
  const changed = (name: keyof Headline, isLessBetter?: boolean) =>
    changeOf(now[name], before?.[name] ?? null, isLessBetter)
  return [
    {
      name: 'Daily visitors',
      value: sayAverage(now.dailyVisitors),
      change: changed('dailyVisitors'),
      hint: 'Average per day',
      why: WHY_DAILY,
      line: ownLine('visitors'),
    },
    {
      name: 'Visits',
      value: sayCount(now.visits),
      change: changed('visits'),
      hint: 'With pauses of at most 30 minutes',
      line: ownLine('visits'),
    },
    {
      name: 'Views',
      value: sayCount(now.views),
      change: changed('views'),
      hint: 'Pages that were opened',
      line: ownLine('views'),
    },
    {
      name: 'Bounce rate',
      value: sayShare(now.bounceRate),
      change: pointsOf(now.bounceRate, before?.bounceRate ?? null, true),
      hint: 'Visits of one page, without anything else done',
    },
    {
      name: 'Average time',
      value: saySeconds(now.averageSeconds),
      change: changed('averageSeconds'),
      hint: 'From the first to the last sign of a visit',
    },
    {
      name: 'Registration',
      value: sayCount(now.register),
      change: changed('register'),
      hint: 'Visits in which it was pressed',
    },
  ]
}

function Tile({ figure, isCompared }: { figure: Figure; isCompared: boolean }) {
  const { name, value, change, hint, why, line } = figure
  return (
    <li className="admin-panel report-tile">
      <p className="font-semibold text-[.9375rem] leading-tight">{name}</p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
        <span className="display text-[2.25rem] tabular-nums leading-none">{value}</span>
        {change && (
          <span className="report-change" data-better={change.isBetter ?? 'neither'}>
            {change.sign && (
              <>
                <span aria-hidden="true">{change.sign} </span>
                <span className="sr-only">{change.sign === '▲' ? 'up ' : 'down '}</span>
              </>
            )}
            {change.text}
          </span>
        )}
        {isCompared && !change && <span className="text-[.875rem] text-soft">nothing before</span>}
      </p>
      {why ? (
        <details className="report-hint">
          <summary>
            {hint}
            <span className="sr-only">: why not a total?</span>
          </summary>
          <p>{why}</p>
        </details>
      ) : (
        <p className="report-hint">{hint}</p>
      )}
      {line && <Sparkline values={line} />}
    </li>
  )
}
