import type { Instant } from '#src/contract/instant.ts'
import type { Landing } from '#src/contract/landing.ts'
import { Notice } from './Notice.tsx'
import { Offer } from './Offer.tsx'
import { Register } from './Register.tsx'

/** Section 6: the second way in, once the reader knows what the day is. (product 2) */
export function RegisterPanel({ landing }: { landing: Landing }) {
  const { hero, notice, now, openUntil = 0 } = landing
  const isOpen = ({ from = 0 }: { from?: Instant }) => from < openUntil
  return (
    <section id="register" className="later register print:hidden">
      <div className="wrap grid">
        <div>
          <h2 className="display">Register for this event</h2>
          <p>
            {hero.date}
            <br />
            {hero.timeRange}
            <br />
            {[hero.venue.name, hero.city].filter(Boolean).join(', ')}
          </p>
        </div>
        <div>
          <Notice notice={notice} />
          <Offer offer={hero.offer.filter(isOpen)} now={now} />
          <Register register={landing.register.filter(isOpen)} now={now} variant="industrial" place="register" />
        </div>
      </div>
    </section>
  )
}
