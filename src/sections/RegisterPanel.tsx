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
      <div className="wrap grid items-end gap-x-16 gap-y-8 py-14 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_24rem] lg:py-20">
        <div>
          <h2 className="display text-[clamp(3rem,7vw,5.75rem)]">Register for this event</h2>
          <p className="mt-5 text-[1.1875rem] font-semibold leading-snug">
            {hero.date}
            <br />
            {hero.timeRange}
            <br />
            {[hero.venue.name, hero.city].filter(Boolean).join(', ')}
          </p>
        </div>
        <div>
          {notice && (
            <div className="mb-6">
              <Notice notice={notice} />
            </div>
          )}
          <Offer offer={hero.offer.filter(isOpen)} now={now} className="mb-5" />
          <Register register={landing.register.filter(isOpen)} now={now} variant="industrial" place="register" />
        </div>
      </div>
    </section>
  )
}
