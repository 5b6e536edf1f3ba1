import type { Landing } from '#src/contract/landing.ts'
import { BLANKS, type LetterCopy } from '#src/contract/letter.ts'
import { say } from '#src/contract/site-copy.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from './Notice.tsx'
import { Timed } from './Timed.tsx'

type LetterProps = { letter: LetterCopy; now: Landing['now'] }

/** Text with the places that its sender fills in. */
function Parts({ parts }: { parts: LetterCopy['ask'] }) {
  return parts.map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <span key={part.blank} data-blank={part.blank}>
        {BLANKS[part.blank]}
      </span>
    ),
  )
}

function Sheet({ letter, now }: LetterProps) {
  return (
    <div className="letter-sheet">
      <div aria-hidden="true" className="rule print:hidden" />
      <section
        id="letter"
        aria-label="Letter template"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <p>{`Subject: ${letter.subject}`}</p>
        <pre>
          <Parts parts={letter.ask} />
          <span data-long="">{`\n\n${letter.reasons}`}</span>
          {'\n\n'}
          <Timed spans={letter.cost} now={now} as="span">
            {({ lines, price }) => (
              <>
                <data value={price ?? ''}>{lines}</data>
                {'\n'}
              </>
            )}
          </Timed>
          <Parts parts={letter.end} />
        </pre>
      </section>
    </div>
  )
}

/**
 * Section 7: a letter that asks for the day off and the money. The script of the landing adds what fills it in, copies and prints it.
 * (product 2, decision 0066)
 */
export function BusinessCase({ letter, now, notice, copy }: LetterProps & Pick<Landing, 'notice' | 'copy'>) {
  return (
    <section id="business-case" className="letter later wrap roomy" data-seen="">
      <div className="grid">
        <div className="print:hidden">
          <h2 className="display">{say(copy, 'letter.title')}</h2>
          <p>{say(copy, 'letter.lead')}</p>
          <div>
            <Button asChild variant="outline">
              <a href={letter.mailto}>Email it</a>
            </Button>
          </div>
          <div data-needs-js="" data-studio="" />
          <Notice notice={notice} brief />
        </div>
        <Sheet letter={letter} now={now} />
      </div>
    </section>
  )
}
