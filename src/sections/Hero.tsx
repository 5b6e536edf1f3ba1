import type { Landing } from '#src/contract/landing.ts'
import { say } from '#src/contract/site-copy.ts'
import { Nameplate } from './Nameplate.tsx'

/** Long titles get smaller letters, so that no title fills a phone. */
function titleSize(title: string): string {
  if (title.length > 90) return 'title-longer'
  if (title.length > 45) return 'title-long'
  return 'title'
}

function SeriesPromo({ copy }: { copy: Landing['copy'] }) {
  return (
    <p className="promo">
      <strong className="label">{say(copy, 'hero.promo-label')}</strong>
      <span>{say(copy, 'hero.promo')}</span>
    </p>
  )
}

/** Section 2: what it is, when, where, what it costs, and the register button. (product 2) */
export function Hero({ landing }: { landing: Landing }) {
  const { hero, showSeriesPromo, copy } = landing
  return (
    <section className="scheme-enamel">
      <div className="wrap grid hero">
        <div>
          <p className="label hero-kicker">{hero.city ? `One-day workshop in ${hero.city}` : 'One-day workshop'}</p>
          <h1 className={`display ${titleSize(hero.title)}`}>{hero.title}</h1>
          <p className="hero-lead">{hero.subtitle}</p>
        </div>
        <div className="hero-plate">
          <Nameplate landing={landing} />
        </div>
        <div>
          {hero.description && <p className="hero-text">{hero.description}</p>}
          {showSeriesPromo && <SeriesPromo copy={copy} />}
        </div>
      </div>
    </section>
  )
}
