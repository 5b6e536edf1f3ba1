import type { EventConfig, EventStatus } from './event.ts'
import { formatCity, formatDay, formatShortDay } from './event-dates.ts'
import { FALLBACK } from './fallback-copy.ts'
import { formatDollars } from './money.ts'
import type { Phase } from './phases.ts'

/** The place of an event without a venue. */
export const VENUE_UNKNOWN = 'Venue to be announced'

/** The name of the offer before the early bird deadline. (product 2) */
export const EARLY_BIRD_PACKAGE = 'Early Bird Package'

/** The price line that holds in one phase. Amounts are finished text such as `$395`. */
export type OfferCopy = {
  phase: Phase
  /** `Early Bird Package`, `Standard price`, `Registration closed`, `This workshop has taken place`. */
  label: string
  /** Absent if registration is over, or if the price is on the registration page only. */
  price?: string
  /** `Early bird ends Friday, December 4, 2026`, … */
  note: string
  /** `$1,145`: early bird price + course value; early-bird phase only. (product 9) */
  totalValue?: string
  /** `Includes Reliability Foundations online course, a $750 value`; early-bird phase only. */
  included?: string
  /** Registration is not possible: the register panel says why, and the price line next to it is empty. */
  isClosed?: true
}

/**
 * The register panel in one phase: a link that opens in a new tab, or a sentence that says why there is none, with a link to
 * the next workshop once this one is closed for registration.
 */
export type Registration =
  | { href: string; label: string }
  | { closed: string; others?: { href: string; label: string } }

/** A cancelled, postponed or moved event says so in every section that speaks of date, place or price. */
export type StatusNotice = { status: Exclude<EventStatus, 'scheduled'>; title: string; text: string }

/** The prices of an event with fallbacks applied, in US dollars. `standard` is null when only the registration page knows it. */
export function getPrices(event: EventConfig): { earlyBird: number; courseValue: number; standard: number | null } {
  return {
    earlyBird: event.earlyBirdPrice ?? FALLBACK.earlyBirdPrice,
    courseValue: event.courseValue ?? FALLBACK.courseValue,
    standard: event.standardPrice,
  }
}

/** The notice about a cancelled, postponed or moved event; nothing for one that takes place as planned. */
export function getNotice(event: EventConfig): StatusNotice | undefined {
  if (event.status === 'scheduled') return undefined
  const note = event.statusNote ?? ''
  const titles = {
    cancelled: 'This workshop is cancelled',
    postponed: 'This workshop is postponed',
    moved: 'This workshop has moved',
  }
  const texts = {
    cancelled: note || 'It will not take place. Registration is closed.',
    postponed: note || 'It will not take place on the date below. A new date will be announced here.',
    moved:
      note || `It now takes place on ${formatDay(event.eventDate)}${event.venueName ? ` at ${event.venueName}` : ''}.`,
  }
  return { status: event.status, title: titles[event.status], text: texts[event.status] }
}

/** True if registration is not possible at any time. */
export function isCalledOff(event: Pick<EventConfig, 'status'>): boolean {
  return event.status === 'cancelled' || event.status === 'postponed'
}

/** The price line of one phase. */
export function getOffer(event: EventConfig, phase: Phase): OfferCopy {
  const { earlyBird, courseValue, standard } = getPrices(event)
  const isClosed = true
  if (event.status === 'cancelled') return { phase, label: 'Cancelled', note: 'Registration is closed.', isClosed }
  if (event.status === 'postponed')
    return { phase, label: 'Postponed', note: 'Prices will be announced with the new date.', isClosed }
  if (phase === 'early-bird') {
    const course = event.includedCourseName ?? FALLBACK.includedCourseName
    return {
      phase,
      label: EARLY_BIRD_PACKAGE,
      price: formatDollars(earlyBird),
      note: event.earlyBirdDeadline
        ? `Early bird ends ${formatDay(event.earlyBirdDeadline)}`
        : 'Early bird price until the workshop starts',
      totalValue: formatDollars(totalValue(earlyBird, courseValue)),
      included: `Includes ${course}, a ${formatDollars(courseValue)} value`,
    }
  }
  if (phase === 'standard') {
    const note = 'The Early Bird Package has ended.'
    return standard === null
      ? { phase, label: 'Standard price', note: `${note} The registration page shows today's price.` }
      : { phase, label: 'Standard price', price: formatDollars(standard), note }
  }
  if (phase === 'closed') return { phase, label: 'Registration closed', note: 'The workshop is under way.', isClosed }
  const note = 'See the upcoming events for the next one.'
  return { phase, label: 'This workshop has taken place', note, isClosed }
}

/** The line across the top of the page in one phase. (product 2) */
export function getBanner(event: EventConfig, phase: Phase): { phase: Phase; lead: string; detail: string } {
  const notice = getNotice(event)
  if (notice && isCalledOff(event)) return { phase, lead: notice.title, detail: notice.text }
  const offer = getOffer(event, phase)
  if (phase !== 'early-bird') {
    const lead = phase === 'standard' ? 'Early Bird Package has ended' : offer.label
    const price = offer.price ? `Standard price ${offer.price}` : "The registration page shows today's price"
    return { phase, lead, detail: phase === 'standard' ? price : offer.note }
  }
  return { phase, lead: offer.label, detail: `${offer.price}, a ${offer.totalValue} value. ${offer.note}.` }
}

/** What a link to the next event says of it. */
export type NextEvent = Pick<EventConfig, 'eventSlug' | 'eventName' | 'eventDate' | 'city' | 'state'>

/** The link to the next event that is open for registration, or to the list if there is none. */
export function wayToNext(next: NextEvent | undefined): { href: string; label: string } {
  if (!next) return { href: '/events', label: 'See upcoming workshops' }
  const place = formatCity(next) ?? next.eventName
  return { href: `/event/${next.eventSlug}`, label: `The next workshop: ${place}, ${formatShortDay(next.eventDate)}` }
}

/** The register panel in one phase. `next` is where visitors are sent who cannot register. */
export function getRegistration(event: EventConfig, phase: Phase, next?: NextEvent): Registration {
  const others = wayToNext(next)
  if (event.status === 'cancelled') {
    return { closed: 'This workshop is cancelled. Registration is closed.', others }
  }
  if (event.status === 'postponed')
    return { closed: 'This workshop is postponed. Registration reopens with the new date.', others }
  if (phase === 'closed') return { closed: 'Registration is closed. The workshop is under way.', others }
  if (phase === 'past') return { closed: 'This workshop has taken place.', others }
  if (!event.registrationUrl) return { closed: 'Registration is not open yet.' }
  return { href: event.registrationUrl, label: event.heroCtaText ?? FALLBACK.heroCtaText }
}

/** What the early-bird package is worth: early bird price + course value. (product 9) */
function totalValue(earlyBirdPrice: number, courseValue: number): number {
  return earlyBirdPrice + courseValue
}
