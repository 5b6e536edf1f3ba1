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

/** The frame of each look: a full plate, a broken line, a double line, a dotted one, and a line at the left alone. */
const FRAMES: Record<EventLook, string> = {
  published: 'border-2 border-transparent bg-enamel text-on-enamel',
  draft: 'border-2 border-ink border-dashed bg-surface',
  cancelled: 'border-4 border-line border-double bg-surface line-through',
  postponed: 'border-2 border-ink border-dotted bg-surface',
  past: 'border-line border-l-4 bg-ground',
}

/** The classes of an event's frame, which tell its look by shape. */
export const frameOf = (event: CalendarEvent) => FRAMES[lookOf(event)]

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
