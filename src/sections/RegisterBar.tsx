import { toRegisterAct } from '#src/contract/analytics.ts'
import type { Landing } from '#src/contract/landing.ts'
import { valueAt } from '#src/contract/phases.ts'
import { Button } from '#src/ui/Button.tsx'
import { Timed } from './Timed.tsx'

/**
 * The bar at the bottom of a narrow window: today's price, how long it holds or else the date, and the register link. The page script
 * counts the days, and takes the bar away while the link of the hero is in view. Empty while registration is closed. (product 2)
 */
export function RegisterBar({ landing: { hero, register, phases, now } }: { landing: Landing }) {
  const spans = register.flatMap(({ value, ...span }) =>
    'href' in value
      ? [{ ...span, value: { ...value, until: span.until, price: valueAt(hero.offer, span.from ?? 0).price } }]
      : [],
  )
  return (
    <Timed spans={spans} now={now} className="register-bar">
      {({ price, href, label, until }) => (
        <>
          <p>
            {price && <strong className="label">{price}</strong>}
            {hero.earlyBird && until === phases.earlyBirdEndsAt ? (
              <span data-days={until} data-zone={hero.earlyBird.zone}>
                {hero.earlyBird.until}
              </span>
            ) : (
              hero.shortDate
            )}
          </p>
          <Button asChild variant="hero">
            <a href={href} target="_blank" rel="noopener" data-act={toRegisterAct('bar')}>
              {label}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </Button>
        </>
      )}
    </Timed>
  )
}
