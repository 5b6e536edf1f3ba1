import { LEFT_OUT } from '#src/contract/analytics.ts'
import { UNKNOWN_SOURCE } from '#src/contract/analytics-report.ts'
import { formatDay, formatShortDay } from '#src/contract/event-dates.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { MailPlaceholder } from '#src/contract/mail-placeholder.ts'
import { plural } from '#src/contract/plural.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { FEW, toFigure } from '#src/contract/vendor-statistics.ts'
import type { EventMeasures, EventOutcome } from '../analytics/read-event-outcome.ts'
import type { WeekFigures } from '../analytics/read-week-figures.ts'
import { type LetterSite, oneLine, siteLink } from '../outbox/letter.ts'

/** The figures of one mail: of the last week, or of its event. */
export type FigureFacts = { week: WeekFigures } | { outcome: EventOutcome }

type FigureValue = Extract<MailPlaceholder, `week.${string}` | `outcome.${string}` | `figures.${string}`>
type FigureValues = Record<FigureValue, string | null>

const NONE: FigureValues = {
  'week.period': null,
  'week.upTo': null,
  'week.none': null,
  'week.visitors': null,
  'week.visits': null,
  'week.views': null,
  'week.sources': null,
  'week.pages': null,
  'week.events': null,
  'week.leftOut': null,
  'outcome.upTo': null,
  'outcome.none': null,
  'outcome.earlier': null,
  'outcome.views': null,
  'outcome.peak': null,
  'outcome.funnel': null,
  'outcome.sources': null,
  'outcome.partners': null,
  'figures.page': null,
}

/** What the placeholders of figures become. Without visits, only the sentence that says so has a value. */
export function getFigureValues({ siteUrl }: LetterSite, facts: FigureFacts | null): FigureValues {
  if (facts === null) return NONE
  const values = 'week' in facts ? ofWeek(facts.week) : ofOutcome(facts.outcome)
  return { ...NONE, ...values, 'figures.page': siteLink(siteUrl, '/admin/analytics') }
}

function ofWeek(week: WeekFigures): Partial<FigureValues> {
  const { from, to, now, before, upTo, isWhole } = week
  const period = { 'week.period': `${formatShortDay(from)} to ${formatShortDay(to)}, ${to.slice(0, 4)}` }
  if (now.visits === 0) return { ...period, 'week.none': 'No visits were counted in this week.' }
  const beside = (value: number, other: number | undefined) =>
    other === undefined ? count(value) : `${count(value)} (${count(other)} in the week before)`
  return {
    ...period,
    'week.upTo': isWhole ? `the end of ${formatDay(to)}` : sayTime(upTo),
    'week.visitors':
      before === null
        ? `${count(now.visitors)} on average`
        : `${count(now.visitors)} on average (${count(before.visitors)} in the week before)`,
    'week.visits': beside(now.visits, before?.visits),
    'week.views': beside(now.views, before?.views),
    'week.sources': lines(week.sources, ({ source, visits }) => `${nameSource(source)}: ${many(visits, 'visit')}`),
    'week.pages': lines(
      week.pages,
      ({ path, views }) => `${path === '/' ? 'Home page' : path}: ${many(views, 'view')}`,
    ),
    'week.events': lines(
      week.events,
      ({ name, ...event }) => `${name}, ${sayDistance(event.days)}: ${sayPresses(event)}`,
    ),
    'week.leftOut': lines(week.leftOut, ({ reason, count: left }) => `${LEFT_OUT[reason]}: ${count(left)}`),
  }
}

function ofOutcome({ own, earlier, peakDay, ...outcome }: EventOutcome): Partial<FigureValues> {
  if (own.visits === 0) return { 'outcome.none': 'No visits of the event page were counted.' }
  const beside = (field: keyof EventMeasures) => (earlier ? ` (average ${count(earlier.average[field])})` : '')
  const step = (words: string, field: keyof EventMeasures) =>
    `${words}: ${count(own[field])}, ${count((100 * own[field]) / own.visits)}%${beside(field)}`
  return {
    'outcome.upTo': sayTime(outcome.upTo),
    'outcome.earlier': earlier && many(earlier.events, 'earlier event'),
    'outcome.views': `${count(own.views)}${beside('views')}`,
    'outcome.peak': peakDay && `${count(own.peak)} on ${formatDay(peakDay)}${beside('peak')}`,
    'outcome.funnel': [
      `Visits: ${count(own.visits)}${beside('visits')}`,
      step('Saw the agenda', 'agenda'),
      step('Copied, emailed or printed the letter', 'letter'),
      step('Pressed registration', 'register'),
    ].join('\n'),
    'outcome.sources': lines(
      outcome.sources,
      ({ source, presses }) => `${nameSource(source)}: ${many(presses, 'time')}`,
    ),
    'outcome.partners': lines(
      outcome.partners,
      ({ name, shown, pressed }) => `${name}: shown ${few(shown)} times, pressed ${few(pressed)} times`,
    ),
  }
}

/** Averages below ten have one decimal. */
function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })
}

const many = (value: number, unit: string) => (value === 1 ? `1 ${unit}` : `${count(value)} ${unit}s`)

/** Small figures of partners are not told, as in their own statistics. (security VP10) */
const few = (value: number) => (toFigure(value) === null ? FEW : count(value))

const sayTime = (at: Instant | null) => (at === null ? null : formatSiteTime(at))

function lines<Item>(items: readonly Item[], say: (item: Item) => string): string | null {
  return items.length === 0 ? null : items.map((item) => oneLine(say(item))).join('\n')
}

/** Of a source as it is stored: a host, nothing, or the rest of a long tail. */
function nameSource(source: string): string {
  return source === '' ? UNKNOWN_SOURCE : source === '(other)' ? 'Other sources' : source
}

const sayDistance = (days: number) => (days === 0 ? 'today' : `in ${plural(days, 'day')}`)

function sayPresses({ presses, inWeek }: { presses: number; inWeek: number }): string {
  if (presses === 0) return 'registration was not pressed yet'
  return `registration pressed ${many(presses, 'time')} so far, ${count(inWeek)} of them in this week`
}
