import type { Person } from '#src/contract/landing.ts'
import { MISSION, VALUES } from './about-copy.ts'
import { Team } from './Team.tsx'

/** Section 8: mission, values and team. (product 2) */
export function About({ team }: { team: Person[] }) {
  return (
    <section id="about" className="later border-line border-t bg-surface">
      <div className="wrap py-16 lg:py-24">
        <h2 className="display text-[clamp(2.75rem,6vw,4.5rem)]">About us</h2>
        <p className="mt-6 max-w-4xl text-[clamp(1.25rem,2.4vw,1.75rem)] leading-snug">{MISSION}</p>
        <h3 className="label mt-14 text-[1.75rem]">Our values</h3>
        <dl className="mt-6 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {VALUES.map(({ title, text }) => (
            <div key={title} className="later border-ink border-t-2 pt-4">
              <dt className="label text-[1.375rem]">{title}</dt>
              <dd className="mt-2 text-soft">{text}</dd>
            </div>
          ))}
        </dl>
        <Team team={team} />
      </div>
    </section>
  )
}
