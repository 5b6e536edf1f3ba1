import type { EventSummary } from '#src/contract/event-summary.ts'
import type { Instant } from '#src/contract/instant.ts'
import { EventTicket, PastEvent } from './EventTicket.tsx'
import { byCity, type CityGroup } from './events-by-city.ts'

type EventListProps = { events: EventSummary[]; now: Instant }

/** Links that leave only one city in sight, without a script: the target of the address hides its siblings. */
function CityFilter({ groups, all }: { groups: CityGroup[]; all: string }) {
  if (groups.length < 2) return null
  const link =
    'inline-flex min-h-11 items-center rounded-md px-4 font-semibold border border-line no-underline hover:bg-plate hover:text-on-plate'
  return (
    <nav aria-label="Filter by city" className="mt-5 print:hidden">
      <ul className="flex flex-wrap gap-2">
        <li>
          <a className={link} href={`#${all}`}>
            All cities
          </a>
        </li>
        {groups.map(({ id, city }) => (
          <li key={id}>
            <a className={link} href={`#${id}`}>
              {city}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Workshops whose day is today or later, by city, the soonest city first. (spec 2) */
export function UpcomingEvents({ events, now }: EventListProps) {
  const ahead = events.filter((event) => event.upcomingUntil > now)
  const groups = byCity(ahead, 'in')
  const lastDayEnds = Math.max(...groups.map((group) => group.upcomingUntil))
  return (
    <section id="upcoming" className="cities wrap py-12 lg:py-16">
      <h2 className="display text-[clamp(2.5rem,5vw,3.75rem)]">Upcoming</h2>
      <CityFilter groups={groups} all="upcoming" />
      {groups.map(({ id, city, events: here, upcomingUntil }) => (
        <div key={id} id={id} data-until={upcomingUntil} className="city mt-10">
          <h3 className="label text-[1.5rem]">{city}</h3>
          <ul>
            {here.map((event) => (
              <EventTicket key={event.id} event={event} now={now} />
            ))}
          </ul>
        </div>
      ))}
      <p className="mt-8 text-[1.1875rem]" {...(groups.length > 0 && { 'data-from': lastDayEnds, hidden: true })}>
        No workshop has a date yet. Subscribe to the calendar below and the next one finds you.
      </p>
    </section>
  )
}

/** Workshops that have taken place, by city, the latest first. */
export function PastEvents({ events, now }: EventListProps) {
  const groups = byCity([...events].sort(latestFirst), 'past').sort((a, b) => latestPast(b, now) - latestPast(a, now))
  const firstDayEnds = Math.min(...events.map((event) => event.upcomingUntil))
  if (events.length === 0) return null
  return (
    <section
      id="past"
      className="cities border-line border-t bg-surface"
      {...(firstDayEnds > now && { 'data-from': firstDayEnds, hidden: true })}
    >
      <div className="wrap py-12 lg:py-16">
        <h2 className="display text-[clamp(2.5rem,5vw,3.75rem)]">Past</h2>
        <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-2">
          {groups.map(({ id, city, events: here }) => (
            <PastCity key={id} id={id} city={city} events={here} now={now} />
          ))}
        </div>
      </div>
    </section>
  )
}

function latestFirst(a: EventSummary, b: EventSummary): number {
  return b.startsAt - a.startsAt
}

/** When a city last saw a workshop; before all others if its first one is still ahead. */
function latestPast({ events }: CityGroup, now: Instant): number {
  return events.find((event) => event.upcomingUntil <= now)?.startsAt ?? 0
}

/** A city appears among the past ones with its first workshop that is over. */
function PastCity({ id, city, events, now }: EventListProps & { id: string; city: string }) {
  const firstDayEnds = Math.min(...events.map((event) => event.upcomingUntil))
  return (
    <div id={id} {...(firstDayEnds > now && { 'data-from': firstDayEnds, hidden: true })}>
      <h3 className="label border-ink border-b-2 pb-2 text-[1.375rem]">{city}</h3>
      <ul>
        {events.map((event) => (
          <PastEvent key={event.id} event={event} now={now} />
        ))}
      </ul>
    </div>
  )
}
