import {
  type CurveLine,
  type DayOfReport,
  type EventCurve,
  FILTERS,
  type FilterName,
  type Mark,
  NO_VALUE,
  NO_VALUE_WORDS,
  type Span,
} from '#src/contract/analytics-report.ts'
import { formatShortDay } from '#src/contract/event-dates.ts'
import { plural } from '#src/contract/plural.ts'

/** 1,234; a dash for what is not known. */
export const sayCount = (count: number | null): string => count?.toLocaleString('en-US') ?? '–'

/** 12.4 while small, else 124. */
export const sayAverage = (average: number | null): string =>
  average?.toLocaleString('en-US', { maximumFractionDigits: average < 20 ? 1 : 0 }) ?? '–'

/** 0.423 is 42%. */
export const sayShare = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)}%`)

/** 83 is 1 min 23 s. */
export function saySeconds(seconds: number | null): string {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** How a figure has changed. `isBetter` is null where neither direction is better. */
export type Change = { sign: '▲' | '▼' | ''; text: string; isBetter: boolean | null }

/** A figure against the one before; undefined where one of them is not known or nothing can be said. */
export function changeOf(now: number | null, before: number | null, isLessBetter = false): Change | undefined {
  if (now === null || before === null || before === 0) return undefined
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return { sign: '', text: 'no change', isBetter: null }
  const amount = `${Math.abs(percent).toLocaleString('en-US')}%`
  return { sign: percent > 0 ? '▲' : '▼', text: amount, isBetter: percent > 0 !== isLessBetter }
}

/** A share against the one before, in percentage points. */
export function pointsOf(now: number | null, before: number | null, isLessBetter = false): Change | undefined {
  if (now === null || before === null) return undefined
  const points = Math.round((now - before) * 100)
  if (points === 0) return { sign: '', text: 'no change', isBetter: null }
  return {
    sign: points > 0 ? '▲' : '▼',
    text: plural(Math.abs(points), 'point'),
    isBetter: points > 0 !== isLessBetter,
  }
}

/** `Oct 22, 2026 to Nov 20, 2026`. */
export function saySpan({ from, to }: Span): string {
  const say = (day: string) => `${formatShortDay(day)}, ${day.slice(0, 4)}`
  return from === to ? say(from) : `${say(from)} to ${say(to)}`
}

/** That earlier days cannot be filtered by everything. */
export const sayDetailed = (from: string): string =>
  `Before ${saySpan({ from, to: from })}, visits were not counted by page, exit page, browser and UTM field together. Such a filter leaves these days out, and so do these tables while another filter is in use.`

const regions = new Intl.DisplayNames('en', { type: 'region' })
const DEVICES: Readonly<Record<string, string>> = { phone: 'Phones', tablet: 'Tablets', desktop: 'Desktops' }

/** What a value of a table is called: countries and devices in words, and what has no value. */
export function sayValue(table: string, value: string): string {
  if (value === '' || value === NO_VALUE) return NO_VALUE_WORDS[table] ?? 'None'
  if (value === '(other)') return 'All others'
  if (table === 'device') return DEVICES[value] ?? value
  return table === 'country' && /^[A-Z]{2}$/.test(value) ? (regions.of(value) ?? value) : value
}

/** A filter in words: `Country: Canada`. */
export const sayFilter = (name: FilterName, value: string): string => `${FILTERS[name]}: ${sayValue(name, value)}`

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** Everything there is to read about a day. */
export function sayDay({ day, origin, visitors, visits, views, before }: DayOfReport, marks: readonly Mark[]): string {
  const date = `${weekday.format(Date.parse(`${day}T00:00:00Z`))}, ${formatShortDay(day)}`
  const figures = [
    ...(visitors === null ? [] : [plural(visitors, 'daily visitor')]),
    ...(visits === null ? [] : [plural(visits, 'visit')]),
    ...(views === null ? [] : [plural(views, 'view')]),
    ...(before === null ? [] : [`${plural(before, 'visitor')} on the day it is compared with`]),
  ]
  const told = figures.length === 0 ? 'not measured' : figures.join(', ')
  const kind = origin === 'imported' ? ' (imported)' : ''
  return [`${date}${kind}: ${told}.`, ...marks.filter((mark) => mark.day === day).map(({ text }) => `${text}.`)].join(
    ' ',
  )
}

const sayLeft = (left: number) => (left === 0 ? 'On the day' : `${plural(left, 'day')} before`)

/** Everything there is to read about a point of the curve. */
export function sayLeftDays({ horizon, lines }: EventCurve, at: number): string {
  const told = lines.flatMap(({ name, date, presses }) => {
    const sum = presses[at]
    return sum === null || sum === undefined ? [] : [`${name} (${formatShortDay(date)}): ${sayCount(sum)}`]
  })
  return `${sayLeft(horizon - at)}: ${told.length === 0 ? 'not measured' : told.join('; ')}.`
}

/** How the event does beside the earlier ones at the same distance; undefined without any that was measured that far. */
export function sayPace({ horizon, distance, lines }: EventCurve): string | undefined {
  const [own, ...earlier] = lines
  const at = horizon - distance
  const sumOf = (line: CurveLine | undefined) => line?.presses[at] ?? null
  const known = earlier.filter((line) => sumOf(line) !== null)
  if (sumOf(own) === null || known.length === 0) return undefined
  const others = known.map((line) => `${line.name} (${formatShortDay(line.date)}) had ${sayCount(sumOf(line))}`)
  return `${sayLeft(distance)}: ${sayCount(sumOf(own))} presses on registration. At the same distance, ${others.join(', ')}.`
}
