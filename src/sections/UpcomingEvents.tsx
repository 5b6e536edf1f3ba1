import type { ReactNode } from 'react'
import type { PlacedEvent } from '#src/contract/event-summary.ts'
import type { Instant } from '#src/contract/instant.ts'
import { byCity, type CityGroup } from './events-by-city.ts'

type UpcomingEventsProps<E> = {
  events: readonly E[]
  now: Instant
  /** The list of these events, each an `EventTicket`. */
  list: (events: readonly E[]) => ReactNode
}

/** Links that leave only one city in sight, without a script: the target of the address hides its siblings. */
function CityFilter({ groups, all }: { groups: CityGroup<unknown>[]; all: string }) {
  if (groups.length < 2) return null
  const link =
    'flex min-h-11 items-center whitespace-nowrap rounded-md px-4 font-semibold border border-line no-underline hover:bg-plate hover:text-on-plate'
  return (
    <nav aria-label="Filter by city" className="mt-3 print:hidden">
      <ul className="-mx-2 flex gap-2 overflow-auto p-2 sm:flex-wrap">
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

/** Workshops whose day is today or later, by city, the soonest city first. (product 2) */
export function UpcomingEvents<E extends PlacedEvent>({ events, now, list }: UpcomingEventsProps<E>) {
  const ahead = events.filter((event) => event.upcomingUntil > now)
  const groups = byCity(ahead, 'in')
  const lastDayEnds = Math.max(...groups.map((group) => group.upcomingUntil))
  return (
    <section id="upcoming" className="cities wrap py-12 lg:py-16">
      <h2 className="display text-[clamp(2.25rem,5vw,3.75rem)]">Upcoming</h2>
      <CityFilter groups={groups} all="upcoming" />
      {groups.map(({ id, city, events: here, upcomingUntil }) => (
        <div key={id} id={id} data-until={upcomingUntil} className="city mt-10">
          <h3 className="label text-[1.5rem]">{city}</h3>
          {list(here)}
        </div>
      ))}
      <p className="mt-8 text-[1.1875rem]" {...(groups.length > 0 && { 'data-from': lastDayEnds, hidden: true })}>
        No workshops are scheduled yet. Subscribe to the calendar below to get the next date.
      </p>
    </section>
  )
}
