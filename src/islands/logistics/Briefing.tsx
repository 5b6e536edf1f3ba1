import { formatDay } from '#src/contract/event-dates.ts'
import { formatVenueTime, type LogisticsForm } from '#src/contract/logistics.ts'
import { ROLE_WORDS } from '#src/contract/logistics-sections.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { formatTime } from '../format-instant.ts'
import { ContactLinks } from '../tasks/ContactLinks.tsx'
import type { Saving } from './autosave.ts'

const SAVING: Record<Saving, string> = {
  saved: 'Everything is saved.',
  saving: 'Saving...',
  unsaved: 'Some answers are not saved yet. We keep trying: please leave this page open.',
  refused: 'Some answers need your attention.',
}

/** Which workshop this is, for whom, and how far the form is. */
export function Briefing({
  form: { person, event, openUntil, contact },
  saving,
}: {
  form: LogisticsForm
  saving: Saving
}) {
  const where = [event.venueName, event.venueAddress, event.city].filter(Boolean)
  return (
    <div className="lg:sticky lg:top-[calc(var(--bar)+2rem)] lg:self-start">
      <h2 className="display text-[clamp(2rem,5vw,3rem)] wrap-anywhere">{event.name}</h2>
      <p className="mt-3 font-semibold">{formatDay(event.day)}</p>
      <p>{event.times}</p>
      {where.map((line) => (
        <p key={line} className="text-on-enamel-soft wrap-anywhere">
          {line}
        </p>
      ))}
      {event.path !== null && (
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1 print:hidden">
          <a className={buttonClass({ variant: 'hero-outline' })} href={`${event.path}.ics`}>
            Add to calendar
          </a>
          <a className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4" href={event.path}>
            About the workshop
          </a>
        </p>
      )}
      <div className="mt-4 print:hidden">
        {contact ? (
          <ContactLinks contact={contact} />
        ) : (
          <a className="inline-flex min-h-11 items-center underline underline-offset-4" href="/feedback">
            Ask us a question
          </a>
        )}
      </div>
      <p role="status" className="mt-6 border-enamel-line border-t pt-4 font-semibold print:hidden">
        {SAVING[saving]}
      </p>
      <p className="mt-2 text-[.9375rem] text-on-enamel-soft leading-snug print:hidden">
        {person.submittedAt === null && 'Questions marked * need an answer. '}This form is for {person.name} (
        {ROLE_WORDS[person.role].toLowerCase()}). Anyone with its link can read and change it. The link works until{' '}
        {formatVenueTime(event.zone, openUntil)}.
        {person.lastOpenedAt !== null && ` Last opened ${formatTime(person.lastOpenedAt)}.`}
      </p>
    </div>
  )
}
