import type { OfferLeaf } from 'schema-dts'
import type { EventConfig } from '#src/contract/event.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isCalledOff, pricesOf } from '#src/contract/landing-copy.ts'
import { phasesOf } from '#src/contract/phases.ts'
import { withOffset } from './with-offset.ts'

/**
 * The early-bird offer, and the standard one when its price is known and its time ever comes: only those that are not over,
 * and none of an event that is called off. The early one is valid from the moment the event was published, which is when
 * its register link first stood on the site. Without such a link nothing is said of availability.
 */
export function offersOf(event: EventConfig, pageUrl: string, now: Instant): OfferLeaf[] {
  if (isCalledOff(event)) return []
  const { startsAt, earlyBirdEndsAt = startsAt } = phasesOf(event)
  const at = (instant: Instant) => withOffset(instant, event.eventTimezone)
  const { earlyBird, standard } = pricesOf(event)
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
    const early = offer('Early Bird Package', earlyBird, earlyBirdEndsAt)
    offers.push(opensAt === null ? early : { ...early, validFrom: at(Math.min(opensAt, now)) })
  }
  if (standard !== null && earlyBirdEndsAt < startsAt && now < startsAt) {
    offers.push({ ...offer('Standard price', standard, startsAt), validFrom: at(earlyBirdEndsAt) })
  }
  return offers
}
