import type { Landing } from '#src/contract/landing.ts'
import { Nameplate } from './Nameplate.tsx'

/** Long titles get smaller letters, so that no title fills a phone. */
function titleSize(title: string): string {
  if (title.length > 90) return 'title-longer'
  if (title.length > 45) return 'title-long'
  return 'title'
}

function SeriesPromo() {
  return (
    <p className="promo">
      <strong className="label">Workshop #1</strong>
      <span>First of the series. The 90-day plan you write here is where the next workshop picks up.</span>
    </p>
  )
}

/** Section 2: what it is, when, where, what it costs, and the register button. (product 2) */
export function Hero({ landing }: { landing: Landing }) {
  const { hero, showSeriesPromo } = landing
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
          {showSeriesPromo && <SeriesPromo />}
        </div>
      </div>
    </section>
  )
}
