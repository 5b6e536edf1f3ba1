import type { eventConfig } from '../../schema/events.ts'
import type { AgendaName } from './agendas.ts'
import type { LocationName } from './locations.ts'

type Row = typeof eventConfig.$inferInsert

/** An event of the demo: its own copy, and its day counted from the day of seeding. */
export type EventPlan = {
  /** Weeks from now; negative for a past event. */
  weeks: number
  /** Day of that week, 1 for Monday. */
  weekday: number
  /** Weeks by which a moved event was moved. */
  movedByWeeks?: number
  /** Fills venue, address, city, state and zone. An event without one has no times, price or deadline either: it shows fallback copy. */
  location?: LocationName
  agenda?: AgendaName
  /** How many of the team and of the partners take part, from the front of their lists. */
  team: number
  partners: number
  copy: Pick<Row, 'eventSlug' | 'eventName'> & Partial<Omit<Row, 'id' | 'eventDate'>>
}
