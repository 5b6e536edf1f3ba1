type PagerProps = {
  /** What is paged through: `Pages of topics`. */
  label: string
  back?: Step | undefined
  on?: Step | undefined
}
type Step = { href: string; text: string }

/** The way to the next page of a list and back. Nothing stands where there is but one page. */
export function Pager({ label, back, on }: PagerProps) {
  if (!back && !on) return null
  return (
    <nav aria-label={label} className="pager">
      {back && (
        <a rel="prev" className="step" href={back.href}>
          {back.text}
        </a>
      )}
      {on && (
        <a rel="next" className="step" href={on.href}>
          {on.text}
        </a>
      )}
    </nav>
  )
}
