import type { AgendaItem, EventConfig, EventRows } from './event.ts'
import type { Instant } from './instant.ts'
import { isCalledOff } from './landing-copy.ts'
import { getPhases, type Timed } from './phases.ts'
import { addDays, instantAt, startOfDayAfter } from './wall-clock.ts'

type Slot = Pick<AgendaItem, 'timeSlot' | 'title'>

/** What is on at a moment, and what comes after it. */
export type OnNow = { now?: Slot; next?: Slot }

/** What the page shows on the day of the event, in its own zone, until it ends. (decision 0066) */
export type Today = {
  from: Instant
  until: Instant
  /** Empty if no slot of the agenda begins with a time. */
  program: Timed<OnNow>[]
  room?: string
  wifi?: string
  forumPath?: string
}

type Day = Pick<EventConfig, 'eventDate' | 'eventTimezone'>

/** The start of the day before the event. Pages that are made from then on carry what they show on the day. */
export function todayMadeFrom({ eventDate, eventTimezone }: Day): Instant {
  return startOfDayAfter(addDays(eventDate, -2), eventTimezone)
}

/**
 * What is shown on the day; undefined on a page that is made earlier, or after the end, and where nothing is known. Pages of the
 * weeks before carry neither its bytes nor the password of a network.
 */
export function getToday({ event }: EventRows, slots: readonly AgendaItem[], now: Instant): Today | undefined {
  const { endsAt } = getPhases(event)
  if (isCalledOff(event) || now < todayMadeFrom(event) || now >= endsAt) return undefined
  const program = getProgram(event, slots, endsAt)
  const { venueRoom, guestWifi, forumPath } = event
  if (program.length === 0 && !venueRoom && !guestWifi && !forumPath) return undefined
  return {
    from: startOfDayAfter(addDays(event.eventDate, -1), event.eventTimezone),
    until: endsAt,
    program,
    ...(venueRoom && { room: venueRoom }),
    ...(guestWifi && { wifi: guestWifi }),
    ...(forumPath && { forumPath }),
  }
}

/** One span for each slot that begins later than those before it, and one ahead of the first. */
function getProgram(event: EventConfig, slots: readonly AgendaItem[], endsAt: Instant): Timed<OnNow>[] {
  const starts: { at: Instant; slot: Slot }[] = []
  for (const { timeSlot, title } of slots) {
    const clock = readClock(timeSlot)
    if (clock === undefined) continue
    const at = instantAt(event.eventDate, clock, event.eventTimezone)
    if (at > (starts.at(-1)?.at ?? 0) && at < endsAt) starts.push({ at, slot: { timeSlot, title } })
  }
  const [first] = starts
  if (!first) return []
  const during = starts.map(({ at, slot }, place): Timed<OnNow> => {
    const next = starts[place + 1]
    return { from: at, until: next?.at ?? endsAt, value: { now: slot, ...(next && { next: next.slot }) } }
  })
  return [{ until: first.at, value: { next: first.slot } }, ...during]
}

/** `8:30am`, `8.30 AM`, `1 p.m.` and `13:45` at the beginning of a text, as `HH:MM`. */
export function readClock(text: string): string | undefined {
  const [, hours, minutes, half] = /^\s*(\d{1,2})(?:[:.]([0-5]\d))?\s*(?:([ap])\.?\s?m\b)?/i.exec(text) ?? []
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || (half && Number(hours) > 12)) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
}
