import type { EventLeaf, PersonLeaf, PlaceLeaf, WithContext } from 'schema-dts'
import type { EventConfig, EventRows, TeamMember } from '#src/contract/event.ts'
import { formatCity } from '#src/contract/event-dates.ts'
import type { Instant } from '#src/contract/instant.ts'
import { phasesOf } from '#src/contract/phases.ts'
import { offersOf } from './event-offers.ts'
import { withOffset } from './with-offset.ts'

/** What the page knows about itself: absolute addresses, its finished description, and who runs the site. */
type EventPage = { url: string; imageUrl: string; description: string; siteUrl: string; siteName: string }

/**
 * schema.org `Event` of one landing page: dates with the offset that holds there on that day, the state of the occasion,
 * and what can still be bought at `now`. Write it into a page with `serializeJsonLd` only. (architecture 5)
 */
export function eventJsonLd(rows: EventRows, page: EventPage, now: Instant): WithContext<EventLeaf> {
  const { event, team } = rows
  const { startsAt, endsAt } = phasesOf(event)
  const offers = offersOf(event, page.url, now)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': `${page.url}#event`,
    name: event.eventName,
    description: page.description,
    url: page.url,
    image: [page.imageUrl],
    startDate: withOffset(startsAt, event.eventTimezone),
    endDate: withOffset(endsAt, event.eventTimezone),
    ...occasionOf(event),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: placeOf(event),
    organizer: { '@type': 'Organization', name: page.siteName, url: page.siteUrl },
    ...(team.length > 0 && { performer: team.map((member) => personOf(member, page.siteUrl)) }),
    ...(offers.length > 0 && { offers }),
  }
}

/** A move to another day is `EventRescheduled` and names the first one; a move to another room stays as scheduled. */
function occasionOf(event: EventConfig): Pick<EventLeaf, 'eventStatus' | 'previousStartDate'> {
  if (event.status === 'cancelled') return { eventStatus: 'https://schema.org/EventCancelled' }
  if (event.status === 'postponed') return { eventStatus: 'https://schema.org/EventPostponed' }
  const first = event.previousEventDate
  if (event.status !== 'moved' || !first || first === event.eventDate) {
    return { eventStatus: 'https://schema.org/EventScheduled' }
  }
  const { startsAt } = phasesOf({ ...event, eventDate: first, earlyBirdDeadline: null })
  return {
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: withOffset(startsAt, event.eventTimezone),
  }
}

function placeOf(event: EventConfig): PlaceLeaf {
  return {
    '@type': 'Place',
    name: event.venueName ?? formatCity(event) ?? 'Venue to be announced',
    address: {
      '@type': 'PostalAddress',
      ...(event.venueAddress && { streetAddress: event.venueAddress }),
      ...(event.city && { addressLocality: event.city }),
      ...(event.state && { addressRegion: event.state }),
    },
  }
}

function personOf(member: TeamMember, siteUrl: string): PersonLeaf {
  return {
    '@type': 'Person',
    name: member.fullName,
    jobTitle: member.title,
    ...(member.photoUrl && URL.canParse(member.photoUrl, siteUrl) && { image: new URL(member.photoUrl, siteUrl).href }),
  }
}
