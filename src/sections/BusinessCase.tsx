import type { Landing } from '#src/contract/landing.ts'
import { BLANKS, type LetterCopy } from '#src/contract/letter.ts'
import { say } from '#src/contract/site-copy.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from './Notice.tsx'
import { Timed } from './Timed.tsx'
import { Typed } from './Typed.tsx'

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
    <div className="letter-sheet overflow-hidden rounded-lg bg-paper text-on-paper border border-line">
      <div aria-hidden="true" className="rule text-[#8d988f] print:hidden" />
      <section
        id="letter"
        aria-label="Letter template"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-auto px-6 py-6 sm:px-9"
      >
        <p className="mb-4 font-bold">{`Subject: ${letter.subject}`}</p>
        <pre className="font-mono text-[.9375rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Parts parts={letter.ask} />
          <span data-long="">{`\n\n${letter.reasons}`}</span>
          {'\n\n'}
          <Timed spans={letter.cost} now={now} as="span">
            {({ lines, price }) => <data value={price ?? ''}>{lines}</data>}
          </Timed>
          {'\n'}
          <Parts parts={letter.end} />
        </pre>
      </section>
    </div>
  )
}

/** The script of the landing copies the letter, and takes from here what the button and the status beside it then say. */
function CopyButton() {
  return (
    <div>
      <Button
        variant="industrial"
        data-needs-js="story"
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

/** Hands the page to another program, or copies its address; the script shows it where one of these is possible. */
function ShareButton() {
  return (
    <div hidden data-share-part="">
      <Button
        variant="outline"
        data-needs-js="story"
        data-copy="Share page"
        data-done="Link copied!"
        data-refused="Not copied"
        data-share=""
      >
        Share page
      </Button>
      <span role="status" data-copy="" data-done="The link is on your clipboard." className="sr-only" />
    </div>
  )
}

/** What the letter leaves open. Nothing of it leaves the page. */
function Fields() {
  return (
    <fieldset className="typed mt-8" data-needs-js="story" data-studio="">
      <legend>Fill in the letter</legend>
      <Typed name="name" label="Your name" />
      <Typed name="manager" label="Your manager" />
      <Typed name="hour" label="Cost of an hour of downtime ($)" />
      <Typed name="travel" label="Travel ($)" />
      <Typed name="cover" label="Shift cover ($)" />
      <p>
        <output />
        What you type stays on this page.
      </p>
    </fieldset>
  )
}

/** Section 7: a letter that asks for the day off and the money, ready to fill in, copy, mail or print. (product 2) */
export function BusinessCase({ letter, now, notice, copy }: LetterProps & Pick<Landing, 'notice' | 'copy'>) {
  return (
    <section id="business-case" className="letter later wrap roomy" data-seen="">
      <div className="grid gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-20">
        <div className="print:hidden">
          <h2 className="display">{say(copy, 'letter.title')}</h2>
          <p className="mt-5 text-[1.1875rem] leading-snug">{say(copy, 'letter.lead')}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <CopyButton />
            <Button asChild variant="outline">
              <a href={letter.mailto}>Email it</a>
            </Button>
            <Button variant="outline" data-needs-js="story" data-print="letter">
              Print it
            </Button>
            <ShareButton />
          </div>
          <Fields />
          {notice && (
            <div className="mt-6">
              <Notice notice={notice} brief />
            </div>
          )}
        </div>
        <Sheet letter={letter} now={now} />
      </div>
    </section>
  )
}
