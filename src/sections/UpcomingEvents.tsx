import type { ReactNode } from 'react'
import { formatMonth } from '#src/contract/event-dates.ts'
import { type FirstList, monthPath, type PlacedEvent } from '#src/contract/event-summary.ts'
import { byCity, type CityGroup } from './events-by-city.ts'

type ListProps<E> = {
  /** The list of these events, each an `EventTicket`. */
  list: (events: readonly E[]) => ReactNode
}

const FILTER_LINK =
  'flex min-h-11 items-center whitespace-nowrap rounded-md px-4 font-semibold border border-line no-underline hover:bg-plate hover:text-on-plate aria-[current]:bg-plate aria-[current]:text-on-plate'

/** Links that leave only one city in sight, without a script: the target of the address hides its siblings. */
function CityFilter({ groups, all }: { groups: CityGroup<unknown>[]; all: string }) {
  if (groups.length < 2) return null
  return (
    <nav aria-label="Filter by city" className="mt-3 print:hidden">
      <ul className="-mx-2 flex gap-2 overflow-auto p-2 sm:flex-wrap">
        <li>
          <a className={FILTER_LINK} href={`#${all}`}>
            All cities
          </a>
        </li>
        {groups.map(({ id, city }) => (
          <li key={id}>
            <a className={FILTER_LINK} href={`#${id}`}>
              {city}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type UpcomingEventsProps<E> = ListProps<E> & Pick<FirstList<E>, 'soonest' | 'months'>

/** The soonest workshops whose day is today or later, by city, the soonest city first, and the way to those of later months. (product 2) */
export function UpcomingEvents<E extends PlacedEvent>({ soonest, months, list }: UpcomingEventsProps<E>) {
  return (
    <Upcoming
      events={soonest}
      list={list}
      after={
        months.length === 0
          ? 'No workshops are scheduled yet. Subscribe to the calendar below to get the next date.'
          : undefined
      }
    >
      <Months title="Later workshops" months={months} />
    </Upcoming>
  )
}

export const monthTitle = (month: string) => `Workshops in ${formatMonth(month)}`

type MonthEventsProps<E> = ListProps<E> & { events: readonly E[]; month: string; months: readonly string[] }

/** The workshops of a month that are still ahead, in the same way, and the way to other months. */
export function MonthEvents<E extends PlacedEvent>({ events, list, month, months }: MonthEventsProps<E>) {
  return (
    <Upcoming events={events} list={list} after={`All workshops in ${formatMonth(month)} are over.`}>
      <Months title="More workshops" months={months} current={month} />
    </Upcoming>
  )
}

type UpcomingProps<E> = ListProps<E> & {
  events: readonly E[]
  /** What is said once all of them are over. */
  after: string | undefined
  children: ReactNode
}

function Upcoming<E extends PlacedEvent>({ events, list, after, children }: UpcomingProps<E>) {
  const groups = byCity(events, 'in')
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
      {after && (
        <p className="mt-8 text-[1.1875rem]" {...(groups.length > 0 && { 'data-from': lastDayEnds, hidden: true })}>
          {after}
        </p>
      )}
      {children}
    </section>
  )
}

type MonthsProps = { title: string; months: readonly string[]; current?: string }

/** Links to the pages of months. Empty if the list itself has all workshops. */
function Months({ title, months, current }: MonthsProps) {
  if (months.length === 0) return null
  return (
    <nav aria-labelledby="months" className="mt-12 print:hidden">
      <h3 id="months" className="label text-[1.5rem]">
        {title}
      </h3>
      <ul className="mt-3 flex flex-wrap gap-2">
        {current && (
          <li>
            <a className={FILTER_LINK} href="/events">
              Soonest workshops
            </a>
          </li>
        )}
        {months.map((month) => (
          <li key={month}>
            <a className={FILTER_LINK} href={monthPath(month)} aria-current={month === current ? 'page' : undefined}>
              {formatMonth(month)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
