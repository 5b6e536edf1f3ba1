import type { FeedbackFigures } from '#src/contract/feedback.ts'
import { NONE_RECEIVED } from '#src/contract/wish.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'
import { durationOf } from './duration.ts'
import { Months } from './Months.tsx'

/** How it goes with what people tell us: what waits, how long it takes, what came. */
export function Figures({ months, resolved, waiting }: FeedbackFigures) {
  const received = months.reduce((sum, { problem, improvement }) => sum + problem + improvement, 0)
  const verified = months.reduce((sum, month) => sum + month.verified, 0)
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="label text-[1.75rem]">
        Reports
      </h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
        <Figure label="open" value={waiting.open} href={links.reports({ status: 'open' })} />
        <Figure label="in progress" value={waiting.in_progress} href={links.reports({ status: 'in_progress' })} />
        <Figure
          label="waiting for verification"
          value={waiting.unverified}
          href={links.reports({ status: 'unverified' })}
        />
        <Figure
          label={received === 0 ? NONE_RECEIVED : `verified, of ${received.toLocaleString('en-US')} in 12 months`}
          value={received === 0 ? '–' : `${Math.round((verified / received) * 100)}%`}
        />
        <Figure
          label={
            resolved.median === null
              ? 'none resolved in 12 months'
              : `median from verified to resolved, of ${resolved.count.toLocaleString('en-US')}`
          }
          value={resolved.median === null ? '–' : durationOf(resolved.median)}
        />
      </ul>
      <Months months={months} />
    </section>
  )
}

type FigureProps = { label: string; value: number | string; href?: string }

function Figure({ label, value, href }: FigureProps) {
  const words = (
    <>
      <span className="display block text-[2.5rem] tabular-nums leading-none">
        {typeof value === 'number' ? value.toLocaleString('en-US') : value}
      </span>
      <span className="mt-1.5 block font-semibold leading-snug">{label}</span>
    </>
  )
  return (
    <li className="admin-panel relative px-5 py-4">
      {href ? (
        <AdminLink href={href} className="whole no-underline">
          {words}
        </AdminLink>
      ) : (
        words
      )}
    </li>
  )
}
