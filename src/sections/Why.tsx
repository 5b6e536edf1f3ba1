import type { Landing } from '#src/contract/landing.ts'

/** A figure over a steel rule, and what exactly it means. */
function Reading({ figure, meaning }: { figure: string; meaning: string }) {
  return (
    <div>
      <p className="display">{figure}</p>
      <div aria-hidden="true" className="rule" />
      <p>{meaning}</p>
    </div>
  )
}

/** Section 4: the benefits of the workshop, with the organiser's two claims. (product 2) */
export function Why({ why }: { why: Landing['why'] }) {
  return (
    <section className="later wrap roomy">
      <h2 className="display">Why This Workshop Is Different</h2>
      <div className="grid three-two">
        <ul className="benefits">
          {why.benefits.map((benefit) => (
            <li key={benefit}>
              <svg aria-hidden="true" viewBox="0 0 24 24" fill="none">
                <path d="M2 2h20v20H2z" stroke="currentColor" strokeWidth="2" />
                <path d="m6 12 4 5L19 5" stroke="currentColor" strokeWidth="3.5" />
              </svg>
              {benefit}
            </li>
          ))}
        </ul>
        <div className="grid readings">
          <Reading
            figure={why.downtimeReductionClaim}
            meaning="Downtime reduction we aim for on the assets you bring."
          />
          <Reading figure={why.roi} meaning="Conservative return on the cost of the day." />
        </div>
      </div>
    </section>
  )
}
