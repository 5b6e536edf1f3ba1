import type { EventConfig } from '#src/contract/event.ts'
import { formatDay } from '#src/contract/event-dates.ts'
import type { FactDifference, FactNews } from '#src/contract/event-facts.ts'
import { composeLetter, type LetterPart, type LetterSite } from '../letter.ts'

type Corrected = Pick<EventConfig, 'eventName' | 'eventSlug' | 'eventDate' | 'isPublished'>

const SUBJECT: Record<FactNews, string> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  unpublished: 'Withdrawn for now',
  back: 'Takes place after all',
  moved: 'New date',
  time: 'New time',
  place: 'New place',
}

const LEAD: Record<FactNews, (name: string, day: string) => string> = {
  cancelled: (name, day) => `${name} is cancelled. It does not take place on ${day}.`,
  postponed: (name, day) =>
    `${name} is postponed. It does not take place on ${day}. A new date will be announced on its page.`,
  unpublished: (name) =>
    `${name} is no longer on our site for now. Please do not rely on the details in our earlier email.`,
  back: (name, day) => `${name} takes place after all, on ${day}.`,
  moved: (name, day) => `${name} has moved to ${day}. Our earlier email gave another date.`,
  time: (name) => `The time of ${name} has changed since our earlier email.`,
  place: (name) => `The place of ${name} has changed since our earlier email.`,
}

type Correction = {
  event: Corrected
  difference: FactDifference
  note: string | null
  recipientName: string | null
  /** The token of the links that end such mails; null for people whose work these mails are. */
  unsubscribeToken: string | null
}

/** To somebody who was sent something about an event that is no longer true: what is true now, and what they were sent. */
export function eventCorrection(site: LetterSite, { event, difference, note, ...recipient }: Correction) {
  const { news, changes } = difference
  const facts = changes.filter(({ label }) => label !== 'Status')
  const said: LetterPart[] = note === null ? [] : ['A note from the organizer:', { quote: note }]
  const page: LetterPart[] = event.isPublished
    ? [{ button: 'See the page of the workshop', path: `/event/${event.eventSlug}` }]
    : []
  return composeLetter(site, {
    template: 'event-correction',
    subject: `${SUBJECT[news]}: ${event.eventName}`,
    parts: [
      LEAD[news](event.eventName, formatDay(event.eventDate)),
      ...facts.map(({ label, before, now }) => `${label}: ${now}. Until now: ${before}.`),
      ...said,
      ...page,
      `You receive this email because we sent you one about ${event.eventName} before.`,
    ],
    ...recipient,
  })
}
