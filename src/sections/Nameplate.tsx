import type { ReactNode } from 'react'
import type { Landing } from '#src/contract/landing.ts'
import { Notice } from './Notice.tsx'
import { Offer } from './Offer.tsx'
import { Register } from './Register.tsx'

/** One line of a data plate. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 border-plate-line border-b px-[clamp(1rem,6vw,1.75rem)] py-3.5 leading-snug">
      <dt className="label min-w-14 pt-0.5 text-[1.125rem] text-plate-soft">{label}</dt>
      <dd className="min-w-0 flex-[1_1_9rem] text-[1.125rem] font-semibold">{children}</dd>
    </div>
  )
}

/** The calendars of a browser, behind one press. */
function Calendars({ links, until }: { links: Landing['calendarLinks']; until: Landing['openUntil'] }) {
  return (
    <details data-until={until}>
      <summary>Google, Outlook or Yahoo</summary>
      <ul>
        {links.map(({ service, href }) => (
          <li key={service}>
            <a
              className="inline-flex min-h-11 items-center underline underline-offset-4"
              href={href}
              target="_blank"
              rel="noopener"
            >
              {service}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The event's data plate: when, where, what it costs today, and the way in. */
export function Nameplate({ landing }: { landing: Landing }) {
  const { hero, notice, register, now, calendarHref, calendarLinks, openUntil } = landing
  return (
    <div className="plate py-3">
      {notice && (
        <div className="px-5 pt-4 pb-2">
          <Notice notice={notice} brief={notice.status !== 'moved'} />
        </div>
      )}
      <dl>
        <Row label="Date">
          {hero.previousDate && (
            <s className="block font-normal text-plate-soft">
              <span className="sr-only">Moved from </span>
              {hero.previousDate}
            </s>
          )}
          <time dateTime={hero.dateTime}>{hero.date}</time>
        </Row>
        <Row label="Time">{hero.timeRange}</Row>
        <Row label="Venue">
          {hero.venue.name}
          {hero.venue.address && <span className="block text-[1rem] font-normal">{hero.venue.address}</span>}
        </Row>
      </dl>
      <div className="px-[clamp(1rem,6vw,1.75rem)] pt-5 pb-4">
        <Offer offer={hero.offer} now={now} className="mb-5" />
        <Register register={register} now={now} variant="hero" place="hero" />
        {openUntil !== undefined && openUntil > now && (
          <div className="print:hidden">
            <p>
              <a
                data-until={openUntil}
                className="mt-3 inline-flex min-h-11 items-center underline underline-offset-4"
                href={calendarHref}
              >
                Add to your calendar
              </a>
            </p>
            <div>
              <Calendars links={calendarLinks} until={openUntil} />
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
