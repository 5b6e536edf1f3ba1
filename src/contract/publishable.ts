import { type EventConfig, plainDay } from './event.ts'
import { isTimeZone } from './time-zone.ts'
import { isWebAddress } from './url.ts'

/**
 * What keeps an event from being published, as nouns for a sentence; empty when nothing does.
 * Only what no page can do without counts: for the rest there is fallback copy. (product 9)
 */
export function missingForPublishing(
  event: Pick<EventConfig, 'registrationUrl' | 'eventDate' | 'eventTimezone' | 'eventTimeStart' | 'eventTimeEnd'>,
): string[] {
  const { registrationUrl, eventDate, eventTimezone, eventTimeStart, eventTimeEnd } = event
  return [
    ...(registrationUrl !== null && isWebAddress(registrationUrl) ? [] : ['a registration URL']),
    ...(plainDay.safeParse(eventDate).success ? [] : ['a date that exists']),
    ...(isTimeZone(eventTimezone) ? [] : ['a known time zone']),
    ...((eventTimeStart === null) === (eventTimeEnd === null) ? [] : ['both a start and an end time']),
  ]
}

/** `a date`, `a date and a time`, `a date, a time and a place`. */
export function enumerate(nouns: readonly string[]): string {
  return nouns.length < 2 ? nouns.join() : `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1)}`
}
