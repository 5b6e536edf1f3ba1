import type { Landing } from '#src/contract/landing.ts'
import { say } from '#src/contract/site-copy.ts'

/** A figure over a steel rule, what exactly it means, and where it comes from. */
function Reading({ figure, meaning, source }: { figure: string; meaning: string; source: string }) {
  return (
    <div>
      <p className="display">{figure}</p>
      <div aria-hidden="true" className="rule" />
      <p>{meaning}</p>
      <details>
        <summary>
          Source<span className="sr-only">{` of ${figure}`}</span>
        </summary>
        <p>{source}</p>
      </details>
    </div>
  )
}

/** Section 4: the benefits of the workshop, with the organiser's two claims. (product 2) */
export function Why({ landing: { why, copy } }: { landing: Landing }) {
  return (
    <section className="later wrap roomy" data-seen="">
      <h2 className="display">{say(copy, 'why.title')}</h2>
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
            meaning={say(copy, 'why.downtime')}
            source={why.downtimeSource}
          />
          <Reading figure={why.roi} meaning={say(copy, 'why.return')} source={why.roiSource} />
        </div>
        {/* The script of the landing makes the calculator, with the lower end of the claim to begin with. */}
        <div data-needs-js="" data-calculator={/^\d{1,2}/.exec(why.downtimeReductionClaim)?.[0] ?? ''} />
      </div>
    </section>
  )
}
