import type { EventConfig } from '#src/contract/event.ts'
import type { EventFacts } from '#src/contract/mail-rule.ts'

/** What mails tell of an event: it is stored with each one, so that a later change can be noticed. */
export function eventFacts(event: EventConfig): EventFacts {
  const { eventDate, eventTimeStart: timeStart, eventTimeEnd: timeEnd, eventTimezone: timeZone, isPublished } = event
  const { venueName: venue, venueAddress: address, city, status } = event
  return {
    ...{ eventDate, timeStart, timeEnd, timeZone, venue, address, city },
    status: isPublished ? status : 'unpublished',
  }
}
