import { hash } from 'node:crypto'
import type { EventConfig } from '#src/contract/event.ts'
import { formatCity } from '#src/contract/event-dates.ts'
import type { Instant } from '#src/contract/instant.ts'
import { getOffer, VENUE_UNKNOWN } from '#src/contract/landing-copy.ts'
import { getPhases, phaseAt } from '#src/contract/phases.ts'

/** All the text of one share image. Two equal cards give the same picture. */
export type ShareCard = {
  siteName: string
  title: string
  date: string
  place: string
  /** `$395`; absent when there is nothing to pay or only the registration page knows the price. */
  price?: string
  /** `Early Bird Package`, `Cancelled`, `This workshop has taken place`, … */
  label: string
  /** `alert` for a cancelled or postponed event, `quiet` once it is over, else `open`. */
  tone: 'open' | 'quiet' | 'alert'
}

/** Incremented when the layout changes, so that no older picture comes from the cache. */
const LAYOUT_VERSION = 1

/** `Thu, Jan 21, 2027`: as short as it can be and still name the weekday. */
const dateFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

/** What the share image of an event says at `now`. */
export function shareCard(event: EventConfig, siteName: string, now: Instant): ShareCard {
  const phase = phaseAt(getPhases(event), now)
  const offer = getOffer(event, phase)
  const isOff = event.status === 'cancelled' || event.status === 'postponed'
  const isOver = phase === 'closed' || phase === 'past'
  return {
    siteName: drawable(siteName),
    title: drawable(event.eventName) || drawable(siteName),
    date: dateFormat.format(Date.parse(`${event.eventDate}T00:00:00Z`)),
    place: drawable(formatCity(event) ?? event.venueName ?? '') || VENUE_UNKNOWN,
    ...(offer.price && { price: offer.price }),
    label: event.status === 'moved' && !isOver ? `Moved – ${offer.label}` : offer.label,
    tone: isOff ? 'alert' : isOver ? 'quiet' : 'open',
  }
}

/** Names the picture of a card: 16 hex digits that change when any word on it changes. */
export function shareHash(card: ShareCard): string {
  const parts = [card.siteName, card.title, card.date, card.place, card.price ?? '', card.label, card.tone]
  return hash('sha256', JSON.stringify([LAYOUT_VERSION, ...parts])).slice(0, 16)
}

/**
 * Path of an event's picture. It contains the hash of the card, so that a cached preview is fetched again when a word
 * has changed.
 */
export function sharePath(slug: string, card: ShareCard): string {
  return `/og/${slug}.png?v=${shareHash(card)}`
}

/** The letters our fonts have: Latin with its accents, and the usual marks. Others would be drawn as boxes, so they are left out. */
function drawable(text: string): string {
  const drawn = text
    .normalize('NFC')
    .replace(/[^\u0020-\u007e\u00a0-\u024f\u2010-\u2027\u2030-\u203a\u20ac\u2122]/g, ' ')
  return drawn.replace(/\s+/g, ' ').trim()
}
