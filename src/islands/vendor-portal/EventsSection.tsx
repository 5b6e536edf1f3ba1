import { useEffect } from 'react'
import type { VendorEvent } from '#src/contract/vendor-portal.ts'
import { Notice } from '#src/sections/Notice.tsx'
import { AccountSection } from '../account/AccountSection.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { ContactLinks } from '../tasks/ContactLinks.tsx'
import { events } from './portal.ts'

const LINK = 'flex min-h-11 items-center underline underline-offset-4'

/** The events that show the vendor, ahead and past. */
export function EventsSection() {
  useEffect(() => void events.load(), [])
  return (
    <AccountSection
      id="vendor-events"
      title="Your events"
      lead={
        <>
          The workshops that you are part of.
          <a href="/feedback" className={LINK}>
            Ask us a question
          </a>
        </>
      }
    >
      <ResourceState of={events} what="your events">
        {({ ahead, past }) => (
          <>
            {ahead.length === 0 && (
              <p className="text-[1.125rem]">
                {past.length === 0
                  ? 'There are no events yet. They appear here once their pages are published.'
                  : 'You have no upcoming events.'}
              </p>
            )}
            <ul className="grid gap-5">
              {ahead.map((event) => (
                <EventPlate key={event.id} event={event} />
              ))}
            </ul>
            {past.length > 0 && <PastEvents past={past} />}
          </>
        )}
      </ResourceState>
    </AccountSection>
  )
}

/** An event ahead: when, what and where, its page and its calendar file. */
function EventPlate({ event }: { event: VendorEvent }) {
  return (
    <li className="plate px-5 py-4 sm:px-7 sm:py-6">
      <p className="label text-[1.25rem]">
        <time dateTime={event.dateTime}>{event.date}</time>
      </p>
      <h3 className="display mt-1 text-[2rem] leading-none [overflow-wrap:anywhere]">{event.name}</h3>
      <p className="mt-3 leading-snug">{event.timeRange}</p>
      {event.place.length > 0 && <p className="mt-1 leading-snug [overflow-wrap:anywhere]">{event.place.join(', ')}</p>}
      {event.notice && (
        <div className="mt-4">
          <Notice notice={event.notice} />
        </div>
      )}
      {event.contact && (
        <div className="mt-3">
          <ContactLinks contact={event.contact} />
        </div>
      )}
      <p className="mt-3 flex flex-wrap gap-x-6">
        <a href={`/event/${event.slug}`} className={LINK}>
          Event page<span className="sr-only"> of {event.name}</span>
        </a>
        <a href={`/event/${event.slug}.ics`} className={LINK}>
          Add to your calendar<span className="sr-only">: {event.name}</span>
        </a>
      </p>
    </li>
  )
}

function PastEvents({ past }: { past: VendorEvent[] }) {
  return (
    <details className="mt-6">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Past events</summary>
      <ul className="border-line border-t">
        {past.map((event) => (
          <li key={event.id} className="flex flex-wrap items-baseline gap-x-6 border-line border-b py-3">
            <a href={`/event/${event.slug}`} className="font-semibold underline underline-offset-4">
              {event.name}
            </a>
            <time dateTime={event.dateTime} className="text-soft">
              {event.date}
            </time>
          </li>
        ))}
      </ul>
    </details>
  )
}
