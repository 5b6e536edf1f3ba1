import {
  type AttemptBar,
  type AttemptOutcome,
  type AttemptSpan,
  isUnusual,
  OUTCOMES,
  type UsualRange,
} from '#src/contract/security-overview.ts'
import { Panel } from '../../blocks/Panel.tsx'

/** Attempts by what became of them, today and this week, each beside what is usual at these hours. */
export function AttemptsPanel({ day, week }: { day: AttemptSpan; week: AttemptSpan }) {
  return (
    <Panel id="attempts" title="Sign-in attempts">
      <div className="grid gap-6 px-5 py-4">
        <Span title="Last 24 hours" unit="hour" span={day} format={hour} />
        <Span title="Last seven days" unit="day" span={week} format={weekday} />
        <p className="text-[.875rem] text-soft leading-snug">
          Solid: failed. Outlined: turned away by a limit or a ban. Gray behind them: the usual range, which is the
          median of the same hours of the last four weeks and their spread, and never ends below 10. A triangle marks
          more than usual.
        </p>
      </div>
    </Panel>
  )
}

const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZoneName: 'short' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

const NAMES: Record<AttemptOutcome, string> = { succeeded: 'Succeeded', failed: 'Failed', refused: 'Turned away' }

type SpanProps = { title: string; unit: string; span: AttemptSpan; format: Intl.DateTimeFormat }

function Span({ title, unit, span: { counts, usual, bars }, format }: SpanProps) {
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      <table className="h-fit w-full whitespace-nowrap text-left tabular-nums sm:w-64">
        <caption className="mb-1 text-left font-semibold">{title}</caption>
        <thead className="text-[.8125rem] text-soft">
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col" className="text-right">
              Count
            </th>
            <th scope="col" className="text-right">
              Usual
            </th>
          </tr>
        </thead>
        <tbody>
          {OUTCOMES.map((outcome) => (
            <tr key={outcome} className="border-line border-t">
              <th scope="row" className="py-1 font-normal">
                {NAMES[outcome]}
              </th>
              <td className="text-right">
                <Count count={counts[outcome]} usual={usual[outcome]} isWatched={outcome !== 'succeeded'} />
              </td>
              <td className="pl-2 text-right text-soft">{toRange(usual[outcome])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <figure className="min-w-0">
        <Bars bars={bars} label={inWords(bars, unit, format)} />
        <figcaption className="mt-1 flex justify-between gap-3 text-[.8125rem] text-soft tabular-nums">
          <span>{format.format(bars[0]?.from)}</span>
          <span>Now</span>
        </figcaption>
      </figure>
    </div>
  )
}

function Count({ count, usual, isWatched }: { count: number; usual: UsualRange; isWatched: boolean }) {
  if (!isWatched || !isUnusual(count, usual)) return count.toLocaleString('en-US')
  return (
    <b className="text-stop-ink">
      {count.toLocaleString('en-US')} <span aria-hidden="true">▲</span>
      <span className="sr-only">more than usual</span>
    </b>
  )
}

const toRange = ({ low, high }: UsualRange) => `${low.toLocaleString('en-US')}–${high.toLocaleString('en-US')}`

const countOf = ({ counts: { failed, refused } }: AttemptBar) => failed + refused

/** What the chart shows, in words. */
function inWords(bars: readonly AttemptBar[], unit: string, format: Intl.DateTimeFormat): string {
  const most = bars.reduce((busiest, bar) => (countOf(bar) > countOf(busiest) ? bar : busiest))
  const above = bars.filter((bar) => isUnusual(countOf(bar), bar.usual))
  const peak = countOf(most) === 0 ? 'none' : `at most ${countOf(most)}, from ${format.format(most.from)}`
  const unusual = above.map(({ from }) => format.format(from)).join(', ')
  return `Attempts not let in by ${unit}: ${peak}. More than usual: ${unusual || 'never'}.`
}

const HEIGHT = 100
/** Room at the top for the triangles. */
const MARK = 9
const SLOT = 10

/** One bar for each hour or day: failures, and on top of them what was turned away, before the range that is usual. */
function Bars({ bars, label }: { bars: readonly AttemptBar[]; label: string }) {
  const most = Math.max(...bars.map((bar) => Math.max(countOf(bar), bar.usual.high)))
  const scale = (count: number) => (count / most) * (HEIGHT - MARK)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-32 w-full border-line border-b-2"
    >
      {bars.map((bar, index) => {
        const { failed, refused } = bar.counts
        const { low, high } = bar.usual
        const x = index * SLOT
        const top = HEIGHT - scale(failed + refused)
        return (
          <g key={bar.from}>
            <rect x={x} width={SLOT} y={HEIGHT - scale(high)} height={scale(high - low)} className="fill-line" />
            <rect x={x + 2.5} width={SLOT - 5} y={HEIGHT - scale(failed)} height={scale(failed)} className="fill-ink" />
            {refused > 0 && (
              <rect
                x={x + 2.5}
                width={SLOT - 5}
                y={top}
                height={scale(refused)}
                vectorEffect="non-scaling-stroke"
                className="fill-surface stroke-2 stroke-ink"
              />
            )}
            {isUnusual(failed + refused, bar.usual) && (
              <path d={`M${x + 2} ${top - 1} l3 -6 l3 6 z`} className="fill-stop-ink" />
            )}
          </g>
        )
      })}
    </svg>
  )
}
