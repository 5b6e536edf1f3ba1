import type { ReactNode } from 'react'
import type { FirstList, PlacedEvent } from '#src/contract/event-summary.ts'
import type { Instant } from '#src/contract/instant.ts'
import { byCity, type CityGroup } from './events-by-city.ts'
import { PastPager } from './PastPager.tsx'

type ListProps<E> = {
  now: Instant
  /** The list of these events, each a `PastEvent`. */
  list: (events: readonly E[]) => ReactNode
}

type PastEventsProps<E> = ListProps<E> & Pick<FirstList<E>, 'soonest' | 'past' | 'count'>

/**
 * The latest workshops that have taken place, by city, with the way to the earlier ones. The soonest that are still ahead wait here, each
 * until its day is over.
 */
export function PastEvents<E extends PlacedEvent>({ soonest, past, count, now, list }: PastEventsProps<E>) {
  const events = [...soonest.toSorted((a, b) => b.startsAt - a.startsAt), ...past]
  if (events.length === 0) return null
  const firstDayEnds = Math.min(...events.map((event) => event.upcomingUntil))
  return (
    <section
      id="past"
      className="cities border-line border-t bg-surface"
      {...(firstDayEnds > now && { 'data-from': firstDayEnds, hidden: true })}
    >
      <div className="wrap py-12 lg:py-16">
        <h2 className="display text-[clamp(2.25rem,5vw,3.75rem)]">Past</h2>
        <PastCities as="h3" events={events} now={now} list={list} />
        <PastPager page={1} count={count} />
      </div>
    </section>
  )
}

type PastCitiesProps<E> = ListProps<E> & { events: readonly E[]; as: 'h2' | 'h3' }

/** Workshops that are over under the names of their cities, the city with the latest one first. */
export function PastCities<E extends PlacedEvent>({ events, now, as, list }: PastCitiesProps<E>) {
  const groups = byCity(events, 'past').sort((a, b) => latestPast(b, now) - latestPast(a, now))
  return (
    <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-2">
      {groups.map((group) => (
        <PastCity key={group.id} as={as} group={group} now={now} list={list} />
      ))}
    </div>
  )
}

/** When a city last saw a workshop; before all others if its first one is still ahead. */
function latestPast({ events }: CityGroup<PlacedEvent>, now: Instant): number {
  return events.find((event) => event.upcomingUntil <= now)?.startsAt ?? 0
}

type PastCityProps<E> = ListProps<E> & { group: CityGroup<E>; as: 'h2' | 'h3' }

/** A city appears among the past ones with its first workshop that is over. */
function PastCity<E extends PlacedEvent>({ group, now, as: Heading, list }: PastCityProps<E>) {
  const { id, city, events } = group
  const firstDayEnds = Math.min(...events.map((event) => event.upcomingUntil))
  return (
    <div id={id} {...(firstDayEnds > now && { 'data-from': firstDayEnds, hidden: true })}>
      <Heading className="label border-ink border-b-2 pb-2 text-[1.375rem]">{city}</Heading>
      {list(events)}
    </div>
  )
}
