import type { eventConfig } from '#db/schema/events.ts'
import type { EventConfig } from '#src/contract/event.ts'

export type EventRow = typeof eventConfig.$inferSelect

/** The event as the contract knows it: without the columns that only the database needs. */
export function toEventConfig(row: EventRow): EventConfig {
  const { createdAt: _createdAt, createdBy: _createdBy, locationId: _locationId, ...event } = row
  const { agendaTemplateGroupId: _agendaTemplateGroupId, updatedAt, publishedAt, ...rest } = event
  return { ...rest, publishedAt: publishedAt?.getTime() ?? null, updatedAt: updatedAt.getTime() }
}
