import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { axisTop, labelsOf, linePath, moveBy, runsOf, xOf } from './chart-shape.ts'
import './chart.css'

/** One line of a chart. `look` sets both color and dashes, so that lines differ by more than color. */
export type ChartLine = {
  name: string
  look: 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'faint'
  /** Of a kind that must not be taken for ours: it is dashed. */
  isForeign?: boolean
  /** One for each point; null is a gap. */
  values: readonly (number | null)[]
}

/** A point on the axis: its short name, and everything there is to read about it. */
type ChartPoint = { label: string; text: string }

type LineChartProps = {
  title: string
  /** What the chart shows, in a sentence, for people who do not see it. */
  description: string
  points: readonly ChartPoint[]
  lines: readonly ChartLine[]
  /** Points at which something happened. The sentences are in the texts of the points. */
  marks?: readonly number[]
  /** Points whose figures are not our own: they are hatched. */
  foreign?: readonly boolean[]
  /** The point that is read first; the last one by default. */
  start?: number
  /** The table with the same figures. */
  children: ReactNode
}

/** Lines over a row of points. What there is to read about the point that a key or a pointer has moved to is below them. */
export function LineChart(props: LineChartProps) {
  const { title, description, points, lines, marks = [], foreign = [], start, children } = props
  const titleId = useId()
  const [chosen, setChosen] = useState<number>()
  const at = Math.min(chosen ?? start ?? points.length - 1, points.length - 1)
  const top = axisTop(lines.flatMap(({ values }) => values))
  const left = (point: number) => ({ left: `${xOf(point, points.length)}%` })
  return (
    <figure className="chart min-w-0">
      <figcaption className="sr-only">{title}</figcaption>
      <Legend lines={lines} hasForeign={foreign.some(Boolean)} />
      <div className="chart-frame">
        <Scale top={top} />
        <div className="chart-plot">
          {runsOf(foreign).map(([first, last]) => (
            <span key={first} className="chart-foreign" style={bandOf(first, last, points.length)} />
          ))}
          <Plot titleId={titleId} title={title} description={description} lines={lines} top={top} />
          {[...new Set(marks)].map((mark) => (
            <span key={mark} aria-hidden="true" className="chart-mark" style={left(mark)} />
          ))}
          <span aria-hidden="true" className="chart-cursor" style={left(at)} />
          <PointSlider title={title} points={points} at={at} onMove={setChosen} />
        </div>
        <div aria-hidden="true" className="chart-labels">
          {labelsOf(points.length, 5).map((label, order, all) => (
            <span key={label} className={order > 0 && order < all.length - 1 ? 'max-sm:hidden' : undefined}>
              {points[label]?.label}
            </span>
          ))}
        </div>
      </div>
      <p className="chart-readout">{points[at]?.text}</p>
      {children}
    </figure>
  )
}

type SliderProps = Pick<LineChartProps, 'title' | 'points'> & { at: number; onMove: (at: number) => void }

/** Moves over the points, by the keys that a slider has everywhere, also on a phone with a screen reader, and under a pointer. */
function PointSlider({ title, points, at, onMove }: SliderProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moveBy(event.key, at, points.length)
    if (to === undefined) return
    event.preventDefault()
    onMove(to)
  }
  const onPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = width === 0 ? 0 : (clientX - left) / width
    onMove(Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length - 1)))))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${title}: point`}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={at + 1}
      aria-valuetext={points[at]?.text}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      className="chart-slider"
    />
  )
}

/** The box of a run of points: half a step to each side. */
function bandOf(first: number, last: number, count: number) {
  const half = count < 2 ? 50 : 50 / (count - 1)
  const [left, right] = [Math.max(0, xOf(first, count) - half), Math.min(100, xOf(last, count) + half)]
  return { left: `${left}%`, width: `${right - left}%` }
}

function Legend({ lines, hasForeign }: { lines: readonly ChartLine[]; hasForeign: boolean }) {
  return (
    <ul aria-hidden="true" className="chart-legend">
      {lines.map(({ name, look, isForeign }) => (
        <li key={name}>
          <svg aria-hidden="true" viewBox="0 0 24 8" width="24" height="8">
            <path d="M1 4H23" data-look={look} data-foreign={isForeign} />
          </svg>
          {name}
        </li>
      ))}
      {hasForeign && (
        <li>
          <span className="chart-foreign-key" />
          Imported days
        </li>
      )}
    </ul>
  )
}

function Scale({ top }: { top: number }) {
  return (
    <div aria-hidden="true" className="chart-scale">
      {[top, top / 2, 0].map((value) => (
        <span key={value}>{value.toLocaleString('en-US', { notation: 'compact' })}</span>
      ))}
    </div>
  )
}

type PlotProps = Pick<LineChartProps, 'title' | 'description' | 'lines'> & { titleId: string; top: number }

function Plot({ titleId, title, description, lines, top }: PlotProps) {
  return (
    <svg role="img" aria-labelledby={titleId} viewBox="0 0 100 100" preserveAspectRatio="none" className="chart-lines">
      <title id={titleId}>{`${title}. ${description}`}</title>
      <desc>{description}</desc>
      {[0, 50, 100].map((y) => (
        <path key={y} d={`M0 ${y}H100`} className="chart-grid" />
      ))}
      {lines.map((line) => (
        <Line key={line.name} {...line} top={top} />
      ))}
    </svg>
  )
}

function Line({ look, isForeign, values, top }: Omit<ChartLine, 'name'> & { top: number }) {
  const { line, dots } = linePath(values, top)
  return (
    <>
      {line && <path d={line} data-look={look} data-foreign={isForeign} />}
      {dots && <path d={dots} data-look={look} className="chart-dots" />}
    </>
  )
}

/** A small line without an axis, beside a figure that says it in digits. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const top = Math.max(1, ...values.map((value) => value ?? 0))
  return (
    <svg aria-hidden="true" viewBox="0 -4 100 108" preserveAspectRatio="none" className="chart chart-spark">
      <Line look="first" values={values} top={top} />
    </svg>
  )
}

/** A bar behind a cell: our share of the longest row, and behind it what was imported, hatched. */
export function Bar({ share, foreign = 0 }: { share: number; foreign?: number }) {
  return (
    <span aria-hidden="true" className="chart chart-bar">
      <span className="chart-bar-own" style={{ width: `${share * 100}%` }} />
      <span className="chart-foreign-key" style={{ width: `${foreign * 100}%` }} />
    </span>
  )
}

type FunnelProps = { title: string; steps: readonly { name: string; count: number }[]; children?: ReactNode }

/** How many are left after each step. Every step is text, so that it reads without the picture. */
export function FunnelChart({ title, steps, children }: FunnelProps) {
  const first = steps[0]?.count ?? 0
  const shareOf = (count: number) => (first === 0 ? 0 : Math.min(1, count / first))
  return (
    <figure className="chart min-w-0">
      <figcaption className="sr-only">{title}</figcaption>
      <ol className="chart-funnel">
        {steps.map(({ name, count }, at) => {
          const [here, next] = [shareOf(count) * 50, shareOf(steps[at + 1]?.count ?? count) * 50]
          return (
            <li key={name}>
              <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">
                <path d={`M${50 - here} 0H${50 + here}L${50 + next} 10H${50 - next}Z`} className={`chart-step-${at}`} />
              </svg>
              <span>
                <b>{count.toLocaleString('en-US')}</b> {name}
                {at > 0 && first > 0 && <i>{Math.round(shareOf(count) * 100)}% of all</i>}
              </span>
            </li>
          )
        })}
      </ol>
      {children}
    </figure>
  )
}
