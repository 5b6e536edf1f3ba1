import type { Landing } from '#src/contract/landing.ts'
import { say } from '#src/contract/site-copy.ts'
import { Nameplate } from './Nameplate.tsx'

/** Long titles get smaller letters, so that no title fills a phone. */
function titleSize(title: string): string {
  if (title.length > 90) return 'text-[clamp(2.25rem,5vw,3.75rem)]'
  if (title.length > 45) return 'text-[clamp(2.75rem,6.5vw,5.25rem)]'
  return 'text-[clamp(min(3.5rem,14vw),9vw,7.25rem)]'
}

function SeriesPromo({ copy }: { copy: Landing['copy'] }) {
  return (
    <p className="mt-8 max-w-2xl overflow-hidden rounded-md border-2 border-signal sm:flex">
      <strong className="label block shrink-0 content-center bg-signal px-4 py-2.5 text-[1.375rem] text-on-signal">
        {say(copy, 'hero.promo-label')}
      </strong>
      <span className="block px-4 py-2.5 leading-snug">{say(copy, 'hero.promo')}</span>
    </p>
  )
}

/** Section 2: what it is, when, where, what it costs, and the register button. (product 2) */
export function Hero({ landing }: { landing: Landing }) {
  const { hero, showSeriesPromo, copy } = landing
  return (
    <section className="scheme-enamel">
      <div className="wrap grid grid-cols-1 gap-x-16 gap-y-10 py-12 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr] lg:gap-y-6 lg:py-20">
        <div>
          <p className="label mb-5 text-[1.25rem] text-signal">
            {hero.city ? `One-day workshop in ${hero.city}` : 'One-day workshop'}
          </p>
          <h1 className={`display ${titleSize(hero.title)}`}>{hero.title}</h1>
          <p className="mt-6 max-w-2xl text-[1.25rem] leading-snug sm:text-[1.5rem]">{hero.subtitle}</p>
        </div>
        <div className="lg:col-start-2 lg:row-span-2">
          <Nameplate landing={landing} />
        </div>
        <div>
          {hero.description && <p className="max-w-2xl text-on-enamel-soft">{hero.description}</p>}
          {showSeriesPromo && <SeriesPromo copy={copy} />}
        </div>
      </div>
    </section>
  )
}
