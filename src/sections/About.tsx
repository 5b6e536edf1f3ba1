import type { Landing } from '#src/contract/landing.ts'
import { say } from '#src/contract/site-copy.ts'
import { Team } from './Team.tsx'

const VALUES = ['about.value1', 'about.value2', 'about.value3', 'about.value4'] as const

/** Section 8: mission, values and team. (product 2) */
export function About({ landing: { team, copy } }: { landing: Landing }) {
  return (
    <section id="about" className="later border-line border-t bg-surface">
      <div className="wrap py-16 lg:py-24">
        <h2 className="display text-[clamp(2.75rem,6vw,4.5rem)]">{say(copy, 'about.title')}</h2>
        <p className="mt-6 max-w-4xl text-[clamp(1.25rem,2.4vw,1.75rem)] leading-snug">{say(copy, 'about.mission')}</p>
        <h3 className="label mt-14 text-[1.75rem]">{say(copy, 'about.values')}</h3>
        <dl className="mt-6 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {VALUES.map((key) => (
            <div key={key} className="later border-ink border-t-2 pt-4">
              <dt className="label text-[1.375rem]">{say(copy, `${key}-title`)}</dt>
              <dd className="mt-2 text-soft">{say(copy, key)}</dd>
            </div>
          ))}
        </dl>
        <Team team={team} />
      </div>
    </section>
  )
}
