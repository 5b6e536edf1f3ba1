type PagerProps = {
  /** What is paged through: `Pages of topics`. */
  label: string
  back?: Step | undefined
  on?: Step | undefined
}
type Step = { href: string; text: string }

/** Links to the next and the previous page of a list. Empty if there is only one page. */
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
