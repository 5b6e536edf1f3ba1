import { pastPagePath } from '#src/contract/event-summary.ts'

type PastPagerProps = { page: number; count: number }

/** Links between the pages of past workshops. Empty if there is only one page. */
export function PastPager({ page, count }: PastPagerProps) {
  if (count < 2) return null
  return (
    <nav
      aria-label="Pages of past workshops"
      className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden"
    >
      {page > 1 && (
        <Step rel="prev" href={`${pastPagePath(page - 1)}${page === 2 ? '#past' : ''}`} label="Later workshops" />
      )}
      <span>{`Page ${page} of ${count}`}</span>
      {page < count && <Step rel="next" href={pastPagePath(page + 1)} label="Earlier workshops" />}
    </nav>
  )
}

function Step({ rel, href, label }: { rel: 'prev' | 'next'; href: string; label: string }) {
  return (
    <a
      rel={rel}
      href={href}
      className="inline-flex min-h-11 items-center rounded-md px-4 font-semibold border border-line no-underline hover:bg-plate hover:text-on-plate"
    >
      {label}
    </a>
  )
}
