import { useId } from 'react'
import type { AdminAddress } from '../links.ts'
import { AdminLink } from './AdminLink.tsx'

/** One thing that needs a person: a link to another screen, or to a part of this one by its id; text without either. */
export type ListedNeed = { sentence: string; to?: AdminAddress | undefined; part?: string | undefined }

/** The sentence on top of a screen that judges something, and everything that it counts. Calm when there is nothing. */
export function NeedList({ sentence, needs }: { sentence: string; needs: readonly ListedNeed[] }) {
  const id = useId()
  const isCalm = needs.length === 0
  return (
    <section aria-labelledby={id} className={`flex overflow-hidden rounded-lg ${isCalm ? 'admin-panel' : 'plate'}`}>
      {!isCalm && <span aria-hidden="true" className="hazard w-3 shrink-0" />}
      <div className="min-w-0 px-5 py-4">
        <h2 id={id} className="display text-[1.75rem] leading-tight">
          {sentence}
        </h2>
        {!isCalm && (
          <ul className="mt-2 grid gap-1">
            {needs.map((need) => (
              <li key={need.sentence} className="[overflow-wrap:anywhere]">
                <Sentence {...need} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const LINK = 'inline-block min-h-6 underline underline-offset-4'

function Sentence({ sentence, to, part }: ListedNeed) {
  if (to) {
    return (
      <AdminLink to={to} className={LINK}>
        {sentence}
      </AdminLink>
    )
  }
  if (part === undefined) return sentence
  return (
    <a href={`#${part}`} className={LINK}>
      {sentence}
    </a>
  )
}
