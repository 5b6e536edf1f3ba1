import type { Landing } from '#src/contract/landing.ts'
import { say } from '#src/contract/site-copy.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from './Notice.tsx'
import { Timed } from './Timed.tsx'

function Sheet({ landing }: { landing: Landing }) {
  return (
    <div className="letter-sheet overflow-hidden rounded-lg bg-paper text-on-paper border border-line">
      <div aria-hidden="true" className="rule text-[#8d988f] print:hidden" />
      <section
        id="letter"
        aria-label="Letter template"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto px-6 py-6 sm:px-9"
      >
        <Timed spans={landing.letter} now={landing.now}>
          {({ subject, text }) => (
            <>
              <p className="mb-4 font-bold">{`Subject: ${subject}`}</p>
              <pre className="font-mono text-[.9375rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
                {text}
              </pre>
            </>
          )}
        </Timed>
      </section>
    </div>
  )
}

/** The page's script copies the letter, and takes from here what the button and the status beside it then say. */
function CopyButton() {
  return (
    <div>
      <Button
        variant="industrial"
        data-needs-js
        data-copy="Copy letter"
        data-done="Copied!"
        data-refused="Select all, then copy"
        className="min-w-[min(11rem,100%)]"
      >
        Copy letter
      </Button>
      <span
        role="status"
        data-copy=""
        data-done="The letter is on your clipboard."
        data-refused="The letter is selected."
        className="sr-only"
      />
    </div>
  )
}

/** Section 7: a letter that asks for the day off and the money, ready to copy, mail or print. (product 2) */
export function BusinessCase({ landing }: { landing: Landing }) {
  return (
    <section id="business-case" className="letter later wrap py-16 lg:py-24" data-seen="">
      <div className="grid gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-20">
        <div className="print:hidden">
          <h2 className="display text-[clamp(2.75rem,6vw,4.5rem)]">{say(landing.copy, 'letter.title')}</h2>
          <p className="mt-5 text-[1.1875rem] leading-snug">{say(landing.copy, 'letter.lead')}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <CopyButton />
            <Timed spans={landing.letter} now={landing.now}>
              {({ mailto }) =>
                mailto && (
                  <Button asChild variant="outline">
                    <a href={mailto}>Email it</a>
                  </Button>
                )
              }
            </Timed>
            <Button variant="outline" data-needs-js data-print="letter">
              Print it
            </Button>
          </div>
          {landing.notice && (
            <div className="mt-6">
              <Notice notice={landing.notice} brief />
            </div>
          )}
        </div>
        <Sheet landing={landing} />
      </div>
    </section>
  )
}
