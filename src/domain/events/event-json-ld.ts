import type { EventLeaf, OfferLeaf, PersonLeaf, PlaceLeaf, WithContext } from 'schema-dts'
import { Temporal } from 'temporal-polyfill'
import type { EventConfig, EventRows, TeamMember } from '#src/contract/event.ts'
import { formatCity } from '#src/contract/event-dates.ts'
import type { Instant } from '#src/contract/instant.ts'
import { EARLY_BIRD_PACKAGE, getPrices, isCalledOff, VENUE_UNKNOWN } from '#src/contract/landing-copy.ts'
import { getPhases } from '#src/contract/phases.ts'

/** What the page knows about itself: absolute addresses, its finished description, and the organiser. */
type EventPage = { url: string; imageUrl: string; description: string; siteUrl: string; siteName: string }

/**
 * schema.org `Event` of one landing page: dates with the offset that holds there on that day, the state of the occasion,
 * and what can still be bought at `now`. Write it into a page with `serializeJsonLd` only. (architecture 5)
 */
export function eventJsonLd(rows: EventRows, page: EventPage, now: Instant): WithContext<EventLeaf> {
  const { event, team } = rows
  const { startsAt, endsAt } = getPhases(event)
  const offers = getOffers(event, page.url, now)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.eventName,
    description: page.description,
    url: page.url,
    image: [page.imageUrl],
    startDate: withOffset(startsAt, event.eventTimezone),
    endDate: withOffset(endsAt, event.eventTimezone),
    ...getOccasion(event),
    location: getPlace(event),
    organizer: { '@type': 'Organization', name: page.siteName, url: page.siteUrl },
    ...(team.length > 0 && { performer: team.map(makePerson) }),
    ...(offers.length > 0 && { offers }),
  }
}

/** A move to another day is `EventRescheduled` and names the first one; a move to another room stays as scheduled. */
function getOccasion(event: EventConfig): Pick<EventLeaf, 'eventStatus' | 'previousStartDate'> {
  if (event.status === 'cancelled') return { eventStatus: 'https://schema.org/EventCancelled' }
  if (event.status === 'postponed') return { eventStatus: 'https://schema.org/EventPostponed' }
  const first = event.previousEventDate
  if (event.status !== 'moved' || !first || first === event.eventDate) {
    return { eventStatus: 'https://schema.org/EventScheduled' }
  }
  const { startsAt } = getPhases({ ...event, eventDate: first, earlyBirdDeadline: null })
  return {
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: withOffset(startsAt, event.eventTimezone),
  }
}

function getPlace(event: EventConfig): PlaceLeaf {
  return {
    '@type': 'Place',
    name: event.venueName ?? formatCity(event) ?? VENUE_UNKNOWN,
    address: {
      '@type': 'PostalAddress',
      ...(event.venueAddress && { streetAddress: event.venueAddress }),
      ...(event.city && { addressLocality: event.city }),
      ...(event.state && { addressRegion: event.state }),
    },
  }
}

/** Who speaks, by name alone: no search engine asks for more, and titles and portraits are longer than all the rest. */
function makePerson({ fullName }: TeamMember): PersonLeaf {
  return { '@type': 'Person', name: fullName }
}

/**
 * The early-bird offer, and the standard one if its price is known and its time ever comes: only offers that are not
 * over, and none for an event that is called off. The early one is valid from the moment the event was published,
 * because its register link was on the site from then on. Without such a link, nothing is said about availability.
 */
function getOffers(event: EventConfig, pageUrl: string, now: Instant): OfferLeaf[] {
  if (isCalledOff(event)) return []
  const { startsAt, earlyBirdEndsAt = startsAt } = getPhases(event)
  const at = (instant: Instant) => withOffset(instant, event.eventTimezone)
  const { earlyBird, standard } = getPrices(event)
  const offer = (name: string, price: number, until: Instant): OfferLeaf => ({
    '@type': 'Offer',
    name,
    price,
    priceCurrency: 'USD',
    priceValidUntil: at(until),
    url: event.registrationUrl ?? pageUrl,
    ...(event.registrationUrl !== null && { availability: 'https://schema.org/InStock' }),
  })
  const offers: OfferLeaf[] = []
  if (now < earlyBirdEndsAt) {
    const opensAt = event.registrationUrl === null ? null : event.publishedAt
    const early = offer(EARLY_BIRD_PACKAGE, earlyBird, earlyBirdEndsAt)
    offers.push(opensAt === null ? early : { ...early, validFrom: at(Math.min(opensAt, now)) })
  }
  if (standard !== null && earlyBirdEndsAt < startsAt && now < startsAt) {
    offers.push({ ...offer('Standard price', standard, startsAt), validFrom: at(earlyBirdEndsAt) })
  }
  return offers
}

/** `2027-01-21T08:30:00-06:00`: the moment as a clock on the wall there shows it. */
function withOffset(at: Instant, zone: string): string {
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return there.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
