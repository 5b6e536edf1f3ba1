import { TriangleAlert } from 'lucide-react'
import { type CalendarEvent, type EventLook, lookOf } from '#src/contract/event-calendar.ts'

/** The label of each look. Published events have none. */
export const LOOK_WORDS: Record<EventLook, string> = {
  published: '',
  draft: 'Draft',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  past: 'Past',
}

const LOOKS = Object.keys(LOOK_WORDS) as EventLook[]

/** The frame of each look: a full plate, a broken line, a double line, a dotted one, and a line at the left alone. */
const FRAMES: Record<EventLook, string> = {
  // In the dark a full plate is hardly lighter than what it lies on, so its edge is drawn.
  published: 'border-2 border-transparent bg-enamel text-on-enamel dark:border-plate-line',
  draft: 'border-2 border-ink border-dashed bg-surface',
  cancelled: 'border-4 border-soft border-double bg-surface line-through',
  postponed: 'border-2 border-ink border-dotted bg-surface',
  past: 'border-soft border-l-4 bg-ground',
}

/** The classes of an event's frame, which tell its look by shape. */
export const frameOf = (event: CalendarEvent) => FRAMES[lookOf(event)]

/** How many events of a day have each look, those that take place first. */
export function countLooks(events: readonly CalendarEvent[]): [look: EventLook, count: number][] {
  const looks = Map.groupBy(events, lookOf)
  return LOOKS.flatMap((look): [EventLook, number][] => {
    const count = looks.get(look)?.length ?? 0
    return count === 0 ? [] : [[look, count]]
  })
}

/** Events of one look as a number in its frame, where there is no room for names. */
export function LookMark({ look, count }: { look: EventLook; count?: number }) {
  return (
    <span
      className={`inline-grid h-5 min-w-5 place-items-center rounded font-semibold text-[.75rem] leading-none ${FRAMES[look]}`}
    >
      {count}
    </span>
  )
}

/** What the frames mean, for views that have no room for the words. */
export function LookLegend({ events }: { events: readonly CalendarEvent[] }) {
  if (events.length === 0) return null
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-[.9375rem]">
      {countLooks(events).map(([look]) => (
        <li key={look} className="flex items-center gap-2">
          <span aria-hidden="true" className="flex">
            <LookMark look={look} />
          </span>
          {LOOK_WORDS[look] || 'Published'}
        </li>
      ))}
    </ul>
  )
}

/** The name of an event after a word that says its look, and a sign if something is in its way. */
export function EventWords({ event, hasConflict }: { event: CalendarEvent; hasConflict: boolean }) {
  const word = LOOK_WORDS[lookOf(event)]
  return (
    <>
      {word && <span className="inline-block font-semibold no-underline">{word}:&nbsp;</span>}
      {event.eventName}
      {hasConflict && (
        <>
          <TriangleAlert aria-hidden="true" className="ml-1 inline size-3.5" />
          <span className="sr-only">, in conflict with another event</span>
        </>
      )}
    </>
  )
}
