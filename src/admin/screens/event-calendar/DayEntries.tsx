import { Bell, CalendarClock, ListChecks, Mail } from 'lucide-react'
import {
  CALENDAR_LAYERS,
  type CalendarEntry,
  type CalendarEvent,
  type CalendarLayer,
  lookOf,
} from '#src/contract/event-calendar.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'
import type { DayContent } from './calendar-days.ts'
import { frameOf, LOOK_WORDS } from './EventMark.tsx'

export const LAYER_ICONS = {
  boundaries: CalendarClock,
  deadlines: Bell,
  mails: Mail,
  tasks: ListChecks,
} as const satisfies Record<CalendarLayer, unknown>

type DayEntriesProps = { content: DayContent; onMove: (event: CalendarEvent) => void }

/** Everything on one day: its events with what can be done with them, and the lines of the layers. */
export function DayEntries({ content: { events, entries }, onMove }: DayEntriesProps) {
  return (
    <ul className="grid gap-2">
      {events.map((event) => (
        <li key={event.id} className={`rounded-md px-3 py-2 ${frameOf(event)} no-underline!`}>
          <EventFacts event={event} />
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">
            <AdminLink
              to={links.eventTimeline(event.id)}
              className="min-h-11 content-center underline underline-offset-4 lg:min-h-8"
            >
              Timeline<span className="sr-only">{` of ${event.eventName}`}</span>
            </AdminLink>
            <Button variant="outline" size="sm" className="text-inherit!" onClick={() => onMove(event)}>
              Move to date<span className="sr-only">{` for ${event.eventName}`}</span>
            </Button>
          </div>
        </li>
      ))}
      {entries.map((entry) => (
        <li key={keyOf(entry)} className="rounded-md border-2 border-line px-3 py-2">
          <EntryLine entry={entry} />
        </li>
      ))}
    </ul>
  )
}

const keyOf = ({ layer, eventId, text, note }: CalendarEntry) => `${layer} ${eventId} ${text} ${note}`

function EventFacts({ event }: { event: CalendarEvent }) {
  const { id, eventName, hours, place, venueName } = event
  const look = lookOf(event)
  return (
    <div className="leading-snug [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-center gap-x-2">
        <AdminLink
          to={links.eventOverview(id)}
          className="min-h-6 min-w-0 font-semibold underline-offset-4 hover:underline"
        >
          {eventName}
        </AdminLink>
        {look !== 'published' && (
          <Badge tone={look === 'cancelled' ? 'bad' : look === 'postponed' ? 'waiting' : 'plain'}>
            {LOOK_WORDS[look]}
          </Badge>
        )}
      </div>
      <p className="text-[.9375rem]">{hours}</p>
      <p className="text-[.9375rem]">{[venueName, place].filter(Boolean).join(', ') || 'No venue yet'}</p>
    </div>
  )
}

function EntryLine({ entry: { layer, text, note, eventId, eventName } }: { entry: CalendarEntry }) {
  const Icon = LAYER_ICONS[layer]
  return (
    <p className="flex gap-2 leading-snug">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{CALENDAR_LAYERS[layer]}: </span>
        {text}
        {note && <span className="text-soft">{` · ${note}`}</span>}
        <AdminLink
          to={links.eventTimeline(eventId)}
          className="block min-h-6 text-[.9375rem] text-soft underline-offset-4 hover:underline"
        >
          {eventName}
        </AdminLink>
      </span>
    </p>
  )
}
