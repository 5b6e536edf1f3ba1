import type { Landing } from '#src/contract/landing.ts'
import { Timed } from './Timed.tsx'

type OfferProps = { offer: Landing['hero']['offer']; now: Landing['now']; className?: string }

/**
 * Today's price, with what it includes and its deadline. Empty once registration is closed: the register section below says
 * so. (product 2, 9)
 */
export function Offer({ offer, now, className = '' }: OfferProps) {
  return (
    <Timed spans={offer} now={now} className={`empty:hidden ${className}`}>
      {({ label, price, note, totalValue, included, isClosed }) =>
        isClosed ? null : (
          <>
            <p className="label text-[1.25rem]">{label}</p>
            {price && (
              <p className="mt-2 mb-1 flex flex-wrap items-baseline gap-x-4">
                <span className="display text-[min(4.5rem,24vw)]">{price}</span>
                {totalValue && <span className="label text-[1.25rem]">{`Total value ${totalValue}`}</span>}
              </p>
            )}
            {included && <p className="mt-1">{included}</p>}
            <p className="mt-1 font-semibold">{note}</p>
          </>
        )
      }
    </Timed>
  )
}
