import type { PlacedEvent } from '#src/contract/event-summary.ts'
import type { Instant } from '#src/contract/instant.ts'

/** Events of one city, in the order given, and the last moment at which one of them is still ahead. */
export type CityGroup<E> = { id: string; city: string; events: E[]; upcomingUntil: Instant }

const NOWHERE = 'Place to be announced'

/** `Kansas City, Missouri` becomes `kansas-city-missouri`. */
function toAnchor(city: string): string {
  return city
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Events by city, cities in the order of their first event. Ids begin with `prefix` and are unique on the page. */
export function byCity<E extends PlacedEvent>(events: readonly E[], prefix: string): CityGroup<E>[] {
  const groups = new Map<string, CityGroup<E>>()
  const ids = new Set<string>()
  for (const event of events) {
    const city = event.city ?? NOWHERE
    const group = groups.get(city)
    if (group) {
      group.events.push(event)
      group.upcomingUntil = Math.max(group.upcomingUntil, event.upcomingUntil)
    } else {
      const plain = `${prefix}-${toAnchor(city)}`
      const id = ids.has(plain) || plain === `${prefix}-` ? `${plain}-${groups.size}` : plain
      ids.add(id)
      groups.set(city, { id, city, events: [event], upcomingUntil: event.upcomingUntil })
    }
  }
  return [...groups.values()]
}
