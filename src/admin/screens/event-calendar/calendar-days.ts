import type { CalendarEntry, CalendarEvent, EventCalendar } from '#src/contract/event-calendar.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { addDays } from '#src/contract/wall-clock.ts'

/** A month as `YYYY-MM`. */
export type PlainMonth = string

export const VIEWS = ['month', 'list', 'year'] as const
export type CalendarView = (typeof VIEWS)[number]

export const monthOf = (day: PlainDay): PlainMonth => day.slice(0, 7)

const nameFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `January 2027`. */
export const monthName = (month: PlainMonth): string => nameFormat.format(Date.parse(`${month}-01T00:00Z`))

/** The month so many months later. */
export function addMonths(month: PlainMonth, by: number): PlainMonth {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The months of the year of this one. */
export const monthsOfYear = (month: PlainMonth): PlainMonth[] =>
  Array.from({ length: 12 }, (_, at) => `${month.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`)

const lastDay = (month: PlainMonth): PlainDay => addDays(`${addMonths(month, 1)}-01`, -1)
const weekday = (day: PlainDay) => new Date(`${day}T00:00Z`).getUTCDay()

/** The weeks that a month touches, from Sunday to Saturday. */
export function weeksOf(month: PlainMonth): PlainDay[][] {
  const last = lastDay(month)
  const weeks: PlainDay[][] = []
  for (let day = addDays(`${month}-01`, -weekday(`${month}-01`)); day <= last; day = addDays(day, 7)) {
    const first = day
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(first, at)))
  }
  return weeks
}

/** The first and the last day that a view shows. */
export function spanOf(view: CalendarView, month: PlainMonth): { from: PlainDay; to: PlainDay } {
  if (view === 'year') return { from: `${month.slice(0, 4)}-01-01`, to: `${month.slice(0, 4)}-12-31` }
  if (view === 'list') return { from: `${month}-01`, to: lastDay(month) }
  const days = weeksOf(month).flat()
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
}

/** The day that a key moves to, or undefined. (WAI-ARIA APG: grid) */
export function dayAfter(key: string, day: PlainDay): PlainDay | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday(day),
    End: 6 - weekday(day),
  }
  const step = steps[key]
  if (step !== undefined) return addDays(day, step)
  if (key === 'PageUp' || key === 'PageDown') return sameDayIn(addMonths(monthOf(day), key === 'PageUp' ? -1 : 1), day)
  return undefined
}

/** The day of another month with the same number, or its last one. */
export function sameDayIn(month: PlainMonth, day: PlainDay): PlainDay {
  const wanted = `${month}-${day.slice(8)}`
  const last = lastDay(month)
  return wanted > last ? last : wanted
}

/** What one day has. */
export type DayContent = { events: readonly CalendarEvent[]; entries: readonly CalendarEntry[]; hasConflict: boolean }
export const NOTHING: DayContent = { events: [], entries: [], hasConflict: false }

/** What each day has that has something, in the order of the days. */
export function byDay({ events, entries, conflicts }: EventCalendar): Map<PlainDay, DayContent> {
  const ofEvents = Map.groupBy(events, ({ eventDate }) => eventDate)
  const ofEntries = Map.groupBy(entries, ({ day }) => day)
  const inConflict = new Set(conflicts.flatMap(({ first, second }) => [first.id, second.id]))
  const days = [...new Set([...ofEvents.keys(), ...ofEntries.keys()])].toSorted()
  return new Map(
    days.map((day) => {
      const own = ofEvents.get(day) ?? []
      return [
        day,
        { events: own, entries: ofEntries.get(day) ?? [], hasConflict: own.some(({ id }) => inConflict.has(id)) },
      ]
    }),
  )
}
