import type { ReactNode } from 'react'
import { formatDay } from '#src/contract/event-dates.ts'
import { DELIVERY_NAMES, type OrderState } from '#src/contract/order-state.ts'
import { PICKUP_NEWS } from '#src/contract/order-words.ts'
import type { ShippingAddress } from '#src/contract/shop-order.ts'
import type { OrderView, PickupFacts } from '#src/contract/shop-order-view.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { isTrackingAddress, trackingLink } from '#src/contract/tracking.ts'

const LINK = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4'

/** Where the order goes, who ordered, and when. */
export function OrderFacts({ view }: { view: OrderView }) {
  const { delivery, pickup, shipTo, carrier, tracking, company, buyerName, email, poNumber, placedAt, buyerNote } = view
  return (
    <div className="grid content-start gap-7 leading-snug wrap-anywhere print:hidden">
      {!(delivery === 'pickup' && hasEnded(view.state)) && (
        <Fact title={DELIVERY_NAMES[delivery]}>
          {delivery === 'pickup' && (pickup ? <Pickup {...pickup} /> : 'The workshop is no longer planned.')}
          {shipTo && <Address {...shipTo} />}
          {delivery === 'email' && email}
          {carrier && <Shipment carrier={carrier} tracking={tracking} />}
        </Fact>
      )}
      <Fact title="Ordered by">
        <p>{company}</p>
        <p>{buyerName}</p>
        <p>{email}</p>
        {poNumber !== null && <p>PO number {poNumber}</p>}
        <p className="text-soft">{formatSiteTime(placedAt)}</p>
      </Fact>
      {buyerNote !== null && (
        <Fact title="Note">
          <p className="whitespace-pre-line">{buyerNote}</p>
        </Fact>
      )}
    </div>
  )
}

/** True if nothing is left to pick up: the order was cancelled or refunded, or has expired. */
export const hasEnded = (state: OrderState) => state === 'cancelled' || state === 'refunded' || state === 'expired'

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="label mb-2 text-[1.375rem]">{title}</h2>
      {children}
    </section>
  )
}

/** Who brings it, and where it can be followed. */
function Shipment({ carrier, tracking }: { carrier: string; tracking: string | null }) {
  const href = trackingLink(carrier, tracking)
  if (tracking === null || href === null)
    return <p className="mt-2">{[carrier, tracking].filter(Boolean).join(', ')}</p>
  return (
    <p className="mt-2">
      {`${carrier}, `}
      <a href={href} target="_blank" rel="noopener noreferrer" className={LINK}>
        {isTrackingAddress(tracking) ? 'Track the shipment' : `track ${tracking}`}
      </a>
    </p>
  )
}

/** When and where the order is picked up, as the workshop is now, with its calendar file. */
function Pickup({ eventName, eventSlug, day, times, venue, address, status }: PickupFacts) {
  const news = PICKUP_NEWS[status]
  const isPublic = status !== 'unpublished'
  return (
    <>
      {news && <p className="note mb-3 font-semibold">{news}</p>}
      <p className="font-semibold">{eventName}</p>
      <p>
        <time dateTime={day}>{formatDay(day)}</time>
      </p>
      <p>{times}</p>
      {venue && <p className="mt-1">{venue}</p>}
      {address && <p>{address}</p>}
      {isPublic && (
        <p className="mt-1 flex flex-wrap gap-x-5">
          <a href={`/event/${eventSlug}.ics`} className={LINK}>
            Add to your calendar
          </a>
          <a href={`/event/${eventSlug}`} className={LINK}>
            About the workshop
          </a>
        </p>
      )}
    </>
  )
}

/** The lines of an address. */
export function Address({ name, line1, line2, city, state, postcode }: ShippingAddress) {
  return (
    <address className="not-italic">
      {[name, line1, line2].filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {`${city}, ${state} ${postcode}`}
    </address>
  )
}
