import type { ReactNode } from 'react'
import type { Landing } from '#src/contract/landing.ts'
import { Notice } from './Notice.tsx'
import { Offer } from './Offer.tsx'
import { Register } from './Register.tsx'

/** One line of a data plate. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{label}</dt>
      <dd>{children}</dd>
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
            <a className="text-link" href={href} target="_blank" rel="noopener">
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
    <div className="plate nameplate">
      <Notice notice={notice} brief={notice?.status !== 'moved'} />
      <dl className="facts">
        <Row label="Date">
          {hero.previousDate && (
            <s>
              <span className="sr-only">Moved from </span>
              {hero.previousDate}
            </s>
          )}
          <time dateTime={hero.dateTime}>{hero.date}</time>
        </Row>
        <Row label="Time">{hero.timeRange}</Row>
        <Row label="Venue">
          {hero.venue.name}
          {hero.venue.address && <span>{hero.venue.address}</span>}
        </Row>
      </dl>
      <div className="way-in">
        <Offer offer={hero.offer} now={now} />
        <Register register={register} now={now} variant="hero" place="hero" />
        {openUntil !== undefined && openUntil > now && (
          <div className="print:hidden">
            <p>
              <a data-until={openUntil} className="mt-3 text-link" href={calendarHref}>
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
