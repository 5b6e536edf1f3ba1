import type { ReactNode } from 'react'
import type { EventSummary } from '#src/contract/event-summary.ts'
import type { Instant } from '#src/contract/instant.ts'
import { Notice } from './Notice.tsx'
import { Timed } from './Timed.tsx'

type EventTicketProps = { event: EventSummary; now: Instant }

type EventListProps = { events: readonly EventSummary[]; now: Instant; item: (props: EventTicketProps) => ReactNode }

/** Events as tickets or as lines. A build keeps what it made of each instead, and joins it. */
export function EventList({ events, now, item: Item }: EventListProps) {
  return (
    <ul>
      {events.map((event) => (
        <Item key={event.id} event={event} now={now} />
      ))}
    </ul>
  )
}

/** An event ahead: when, what, where, and the price that holds today. Leaves the list by itself when its day is over. */
export function EventTicket({ event, now }: EventTicketProps) {
  return (
    <li
      data-until={event.upcomingUntil}
      className="plate relative mt-4 grid gap-x-10 gap-y-4 px-7 py-6 lg:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div>
        <p className="label text-[1.25rem]">
          <time dateTime={event.dateTime}>{event.date}</time>
        </p>
        <h4 className="display mt-1 text-[2rem] leading-none sm:text-[2.5rem]">
          <a href={`/event/${event.slug}`} className="whole underline-offset-4 hover:underline">
            {event.name}
          </a>
        </h4>
        <p className="mt-2 leading-snug">{[event.venue, event.timeRange].filter(Boolean).join(', ')}</p>
        {event.notice && (
          <div className="mt-4 max-w-xl">
            <Notice notice={event.notice} />
          </div>
        )}
      </div>
      <Timed
        spans={event.offer}
        now={now}
        className="border-plate-line border-t pt-4 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8"
      >
        {({ label, price, note }) => (
          <>
            <p className="label text-[1.125rem]">{label}</p>
            {price && <p className="display mt-1 text-[3rem]">{price}</p>}
            <p className="mt-1 leading-snug">{note}</p>
          </>
        )}
      </Timed>
    </li>
  )
}

/** A past event. An upcoming one is here as well but hidden, and appears when its day ends. */
export function PastEvent({ event, now }: EventTicketProps) {
  const isAhead = event.upcomingUntil > now
  return (
    <li
      className="relative flex flex-wrap items-baseline gap-x-6 border-line border-b py-3"
      {...(isAhead && { 'data-from': event.upcomingUntil, hidden: true })}
    >
      <a href={`/event/${event.slug}`} className="font-semibold whole underline-offset-4 hover:underline">
        {event.name}
      </a>
      <time dateTime={event.dateTime} className="text-soft">
        {event.date}
      </time>
      {event.notice && <strong className="text-stop-ink">{event.notice.title}</strong>}
    </li>
  )
}
