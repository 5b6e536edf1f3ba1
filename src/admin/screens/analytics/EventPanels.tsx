import {
  type AnalyticsReport,
  type EventCurve,
  FUNNEL_STEPS,
  type Funnel,
  type FunnelStep,
} from '#src/contract/analytics-report.ts'
import { formatShortDay } from '#src/contract/event-dates.ts'
import { Bar, type ChartLine, FunnelChart, LineChart } from '../../blocks/Chart.tsx'
import type { Setter } from './analytics-calls.ts'
import { ReportPanel, TableBelow } from './ReportParts.tsx'
import { sayCount, sayLeftDays, sayPace, sayShare } from './report-words.ts'
import { NothingYet } from './TablePanel.tsx'

const STEPS = Object.entries(FUNNEL_STEPS) as [FunnelStep, string][]

type FunnelProps = Pick<AnalyticsReport, 'focus' | 'funnels'> & { isOfPage: boolean }

/** How far visits of the page of one event came. `isOfPage`: filtered by a page. */
export function FunnelPanel({ focus, funnels, isOfPage }: FunnelProps) {
  if (!focus) return null
  const funnel = funnels.find(({ eventId }) => eventId === focus.id)
  return (
    <ReportPanel
      className="report-half"
      title="From the page to registration"
      note={`${focus.name}, ${formatShortDay(focus.date)}`}
    >
      {funnel ? (
        <FunnelChart
          title={`From the page to registration, ${focus.name}`}
          steps={STEPS.map(([step, name]) => ({ name, count: funnel[step] }))}
        />
      ) : (
        <NothingYet>
          {isOfPage
            ? 'No visit fits. With a filter by a page, a workshop is counted only if the page is its own.'
            : 'No visit of its page in this period fits.'}
        </NothingYet>
      )}
    </ReportPanel>
  )
}

const LOOKS = ['first', 'second', 'third', 'fourth', 'fifth'] as const

/** Whether an event fills as the ones before it did when just as many days were left. */
export function CurvePanel({ focus, curve }: Pick<AnalyticsReport, 'focus' | 'curve'>) {
  if (!focus) return null
  return (
    <ReportPanel
      className="report-half"
      title="Registration, by days to the workshop"
      {...(curve && { sheet: 'curve' as const })}
      note={`All presses on registration up to each day, for ${focus.name} and the workshops before it. Period and filters do not apply here.`}
    >
      {curve ? (
        <Curve {...curve} />
      ) : (
        <NothingYet>Nobody has pressed registration of it, or of one before it, yet.</NothingYet>
      )}
    </ReportPanel>
  )
}

function Curve(curve: EventCurve) {
  const { horizon, distance, lines } = curve
  const pace = sayPace(curve)
  const partial = lines.filter(({ measuredFrom }) => measuredFrom !== null)
  const points = Array.from({ length: horizon + 1 }, (_, at) => horizon - at)
  const nameOf = ({ name, date }: (typeof lines)[number]) => `${name}, ${formatShortDay(date)}, ${date.slice(0, 4)}`
  return (
    <>
      {pace && <p className="mb-3 font-semibold leading-snug">{pace}</p>}
      <LineChart
        key={lines[0]?.id}
        title="Registration, by days to the workshop"
        description="Presses on registration up to each day, a line for each workshop. The table below has the same figures."
        points={points.map((left, at) => ({
          label: left === 0 ? 'Workshop' : `${left} days`,
          text: sayLeftDays(curve, at),
        }))}
        lines={lines.map(
          (line, at): ChartLine => ({ name: nameOf(line), look: LOOKS[at] ?? 'faint', values: line.presses }),
        )}
        marks={distance > 0 ? [horizon - distance] : []}
        start={horizon - distance}
      >
        {partial.map((line) => (
          <p key={line.id} className="text-[.875rem] text-soft leading-snug">
            {line.name} was measured only in the last {line.measuredFrom} days before it. Earlier presses are missing.
          </p>
        ))}
        <TableBelow
          caption="Presses on registration up to each day"
          heads={['Days before', ...lines.map(nameOf)]}
          rows={points.map((left, at) => [String(left), ...lines.map(({ presses }) => presses[at] ?? null)])}
        />
      </LineChart>
    </>
  )
}

/** Steps that a narrow table leaves out. */
const minor = (step: FunnelStep) => (step === 'agenda' || step === 'letter' ? 'report-minor' : undefined)

/** The funnels of all events. Pressing a row shows that event alone. */
export function EventsPanel({ funnels, set }: { funnels: readonly Funnel[]; set: Setter }) {
  if (funnels.length === 0) return null
  const most = Math.max(1, ...funnels.map(({ visits }) => visits))
  return (
    <ReportPanel title="Workshops" sheet="funnels" className="report-wide">
      <table className="report-table report-bars report-names">
        <caption className="sr-only">Workshops, from their page to registration</caption>
        <thead>
          <tr>
            <th scope="col">Workshop</th>
            {STEPS.map(([step, name]) => (
              <th key={step} scope="col" className={minor(step)}>
                {name}
              </th>
            ))}
            <th scope="col" className="report-minor">
              Pressed, of visits
            </th>
          </tr>
        </thead>
        <tbody>
          {funnels.map((funnel) => (
            <tr key={funnel.eventId ?? funnel.name}>
              <th scope="row">
                <Bar share={funnel.visits / most} />
                <EventName {...funnel} set={set} />
              </th>
              {STEPS.map(([step]) => (
                <td key={step} className={minor(step)}>
                  {sayCount(funnel[step])}
                </td>
              ))}
              <td className="report-minor">{sayShare(funnel.visits === 0 ? null : funnel.register / funnel.visits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ReportPanel>
  )
}

function EventName({ eventId, name, set }: Pick<Funnel, 'eventId' | 'name'> & { set: Setter }) {
  if (eventId === null) return <span>{name} (deleted)</span>
  return (
    <button type="button" className="report-filter" onClick={() => set({ event: eventId })}>
      {name}
    </button>
  )
}
