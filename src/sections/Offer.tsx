import type { Landing } from '#src/contract/landing.ts'
import { Timed } from './Timed.tsx'

type OfferProps = { offer: Landing['hero']['offer']; now: Landing['now'] }

/**
 * Today's price, with what it includes and its deadline. Nothing once registration is closed: the register section below says
 * so. (product 2, 9)
 */
export function Offer({ offer, now }: OfferProps) {
  return (
    <Timed spans={offer.filter(({ value }) => !value.isClosed)} now={now} className="offer">
      {({ label, price, note, totalValue, included }) => (
        <>
          <p className="label">{label}</p>
          {price && (
            <p className="price">
              <span className="display">{price}</span>
              {totalValue && <span className="label">{`Total value ${totalValue}`}</span>}
            </p>
          )}
          {included && <p>{included}</p>}
          <p>{note}</p>
        </>
      )}
    </Timed>
  )
}
