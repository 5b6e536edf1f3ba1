import type { OfferLeaf } from 'schema-dts'
import type { EventConfig } from '#src/contract/event.ts'
import type { Instant } from '#src/contract/instant.ts'
import { pricesOf, registrationOf } from '#src/contract/landing-copy.ts'
import { phaseAt, phasesOf } from '#src/contract/phases.ts'
import { withOffset } from './with-offset.ts'

/**
 * The early-bird offer, and the standard one when its price is known and its time ever comes.
 * The early one is valid from the moment the event was published, which is when its register link first stood on the site.
 * `SoldOut` is the value search engines read as "cannot be bought": an offer that has ended, or any offer once nobody can register.
 */
export function offersOf(event: EventConfig, pageUrl: string, now: Instant): OfferLeaf[] {
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
    availability: isOpen(event, now) && now < until ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
  })
  const opensAt = Math.min(event.publishedAt ?? Number.POSITIVE_INFINITY, now)
  const isKnown = event.publishedAt !== null && event.registrationUrl !== null && opensAt < earlyBirdEndsAt
  const early = offer('Early Bird Package', earlyBird, earlyBirdEndsAt)
  const offers = [isKnown ? { ...early, validFrom: at(opensAt) } : early]
  if (standard !== null && earlyBirdEndsAt < startsAt) {
    offers.push({ ...offer('Standard price', standard, startsAt), validFrom: at(earlyBirdEndsAt) })
  }
  return offers
}

/** True while the page shows a register link. */
function isOpen(event: EventConfig, now: Instant): boolean {
  return 'href' in registrationOf(event, phaseAt(phasesOf(event), now))
}
