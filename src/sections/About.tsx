import type { Landing } from '#src/contract/landing.ts'
import { say } from '#src/contract/site-copy.ts'
import { Team } from './Team.tsx'

const VALUES = ['about.value1', 'about.value2', 'about.value3', 'about.value4'] as const

/** Section 8: mission, values and team. (product 2) */
export function About({ landing: { team, copy } }: { landing: Landing }) {
  return (
    <section id="about" className="later">
      <div className="wrap roomy">
        <h2 className="display">{say(copy, 'about.title')}</h2>
        <p className="mission">{say(copy, 'about.mission')}</p>
        <h3 className="label about-head">{say(copy, 'about.values')}</h3>
        <dl className="grid values">
          {VALUES.map((key) => (
            <div key={key} className="later">
              <dt className="label">{say(copy, `${key}-title`)}</dt>
              <dd>{say(copy, key)}</dd>
            </div>
          ))}
        </dl>
        <Team team={team} />
      </div>
    </section>
  )
}
