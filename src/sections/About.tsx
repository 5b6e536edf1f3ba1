import type { Person } from '#src/contract/landing.ts'
import { MISSION, VALUES } from './about-copy.ts'
import { Team } from './Team.tsx'

/** Section 8: mission, values and team. (product 2) */
export function About({ team }: { team: Person[] }) {
  return (
    <section id="about" className="later">
      <div className="wrap roomy">
        <h2 className="display">About us</h2>
        <p className="mission">{MISSION}</p>
        <h3 className="label about-head">Our values</h3>
        <dl className="grid values">
          {VALUES.map(({ title, text }) => (
            <div key={title} className="later">
              <dt className="label">{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <Team team={team} />
      </div>
    </section>
  )
}
