import { X } from 'lucide-react'
import {
  type AnalyticsReport,
  COMPARISONS,
  type Comparison,
  DEFAULT_PERIOD,
  PERIODS,
  type PeriodName,
} from '#src/contract/analytics-report.ts'
import { formatShortDay } from '#src/contract/event-dates.ts'
import { inputClass } from '#src/ui/form-class.ts'
import { ChoiceFilter, Filters } from '../../blocks/Filters.tsx'
import { filtersIn, NO_FILTERS, type Place, type Setter } from './analytics-calls.ts'
import { sayFilter, saySpan } from './report-words.ts'

type ControlsProps = { place: Place; set: Setter; report: AnalyticsReport }

const PERIOD_OPTIONS = [...(Object.entries(PERIODS) as [PeriodName, string][]), ['custom', 'Other days'] as const]
const COMPARE_OPTIONS = Object.entries(COMPARISONS) as [Comparison, string][]

/** The period, what it is compared with, and the event. */
export function ReportControls({ place, set, report }: ControlsProps) {
  const { span, events, hasImported } = report
  const isCustom = place.from !== undefined && place.to !== undefined
  return (
    <Filters>
      <ChoiceFilter
        label="Period"
        options={PERIOD_OPTIONS}
        value={isCustom ? 'custom' : (place.period ?? DEFAULT_PERIOD)}
        onChange={(period) =>
          set(
            period === 'custom'
              ? { ...span, period: undefined }
              : { from: undefined, to: undefined, period: period === DEFAULT_PERIOD ? undefined : period },
          )
        }
      />
      {isCustom && <Days place={place} set={set} />}
      <ChoiceFilter
        label="Compare with"
        options={COMPARE_OPTIONS}
        value={place.compare ?? 'previous'}
        onChange={(compare) => set({ compare: compare === 'previous' ? undefined : compare })}
      />
      <ChoiceFilter
        label="Workshop"
        className="lg:max-w-56"
        options={[
          ['', 'All of the site'],
          ...events.map(({ id, name, date }) => [id, `${name}, ${formatShortDay(date)}, ${date.slice(0, 4)}`] as const),
        ]}
        value={place.event}
        onChange={(event) => set({ event })}
      />
      {hasImported && (
        <label className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-[.875rem]">
          <input
            type="checkbox"
            checked={place.imported !== 'hide'}
            onChange={({ target }) => set({ imported: target.checked ? undefined : 'hide' })}
            className="size-6 accent-(--tick)"
          />
          Imported figures
        </label>
      )}
    </Filters>
  )
}

/** The first and the last day. One that would turn the period around takes the other one along. */
function Days({ place: { from = '', to = '' }, set }: Pick<ControlsProps, 'place' | 'set'>) {
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="flex items-center gap-2">
          <label htmlFor={`report-${end}`} className="font-semibold text-[.875rem]">
            {end === 'from' ? 'From' : 'To'}
          </label>
          <input
            id={`report-${end}`}
            type="date"
            value={end === 'from' ? from : to}
            onChange={({ target: { value } }) => {
              if (!/^20\d\d-/.test(value)) return
              set(
                end === 'from'
                  ? { from: value, to: value > to ? value : to }
                  : { to: value, from: value < from ? value : from },
              )
            }}
            className={inputClass({ className: 'min-h-11! w-auto! py-1! lg:min-h-10! lg:px-2.5! lg:text-[.9375rem]!' })}
          />
        </div>
      ))}
    </>
  )
}

/** The filters in use, each with a button that removes it. */
export function FilterChips({ place, set, report }: ControlsProps) {
  const filters = filtersIn(place)
  const event = place.event && report.events.find(({ id }) => id === place.event)
  if (filters.length === 0 && !place.event) return null
  const chips = [
    ...(place.event
      ? [{ key: 'event', words: `Workshop: ${event ? event.name : 'deleted'}`, off: { event: undefined } }]
      : []),
    ...filters.map(([name, value]) => ({ key: name, words: sayFilter(name, value), off: { [name]: undefined } })),
  ]
  return (
    <section aria-label="Filters in use" className="mb-3 flex flex-wrap gap-2">
      {chips.map(({ key, words, off }) => (
        <button key={key} type="button" className="report-chip" onClick={() => set(off)}>
          <span className="sr-only">Remove the filter </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
          <X aria-hidden="true" className="size-4 shrink-0" />
        </button>
      ))}
      {chips.length > 1 && (
        <button
          type="button"
          className="report-chip report-chip-all"
          onClick={() => set({ ...NO_FILTERS, event: undefined })}
        >
          Remove all filters
        </button>
      )}
    </section>
  )
}

/** Period and filters in words, for paper. */
export function PrintedHead({ place, report }: Omit<ControlsProps, 'set'>) {
  const { span, compared, events } = report
  const event = events.find(({ id }) => id === place.event)
  const filters = [
    ...(event ? [`Workshop: ${event.name}`] : []),
    ...filtersIn(place).map(([name, value]) => sayFilter(name, value)),
  ]
  return (
    <p className="report-printed">
      {saySpan(span)}
      {compared && `, compared with ${saySpan(compared)}`}.{' '}
      {filters.length > 0 ? `Filters: ${filters.join('; ')}.` : 'No filters.'}
      {place.imported === 'hide' && ' Imported figures are hidden.'}
    </p>
  )
}
