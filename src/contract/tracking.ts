import { isWebAddress } from './url.ts'

/** Where each carrier shows a shipment, by how its name begins. */
const CARRIERS: readonly [name: RegExp, address: string][] = [
  [/^ups\b/i, 'https://www.ups.com/track?tracknum='],
  [/^fed ?ex\b/i, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/^usps\b/i, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  [/^dhl\b/i, 'https://www.dhl.com/us-en/home/tracking.html?tracking-id='],
]
/** Letters and digits, in groups or not: what carriers number shipments with. */
const NUMBER = /^[a-z0-9]+(?:[ -][a-z0-9]+)*$/i

/** True for an address in place of a tracking number. */
export const isTrackingAddress = (tracking: string) => isWebAddress(tracking) && /^https:/i.test(tracking)

/**
 * Where a shipment can be followed: its tracking number if that is an https address, or the carrier's page about it; null for a carrier that
 * we do not know, and for a number that is none.
 */
export function trackingLink(carrier: string | null, tracking: string | null): string | null {
  if (tracking === null || carrier === null) return null
  if (isTrackingAddress(tracking)) return tracking
  const [, address] = CARRIERS.find(([name]) => name.test(carrier.trim())) ?? []
  return address !== undefined && NUMBER.test(tracking) ? `${address}${tracking.replace(/[ -]/g, '')}` : null
}
