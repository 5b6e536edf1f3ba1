import { type ContentReference, isReference, REFERENCE } from './content-reference.ts'
import type { EventConfig } from './event.ts'
import { formatCity, formatDay, formatTimeRange } from './event-dates.ts'
import { getPrices, VENUE_UNKNOWN } from './landing-copy.ts'
import { escapeMarkup } from './markup.ts'
import { formatDollars } from './money.ts'

/** What is written for a reference. Each has words for an event that does not know the fact yet. */
const FACTS: Record<ContentReference, (event: EventConfig) => string> = {
  event: ({ eventName }) => eventName,
  date: ({ eventDate }) => formatDay(eventDate),
  time: formatTimeRange,
  city: ({ city }) => city ?? 'the city of the event',
  place: (event) => formatCity(event) ?? 'the city of the event',
  venue: ({ venueName }) => venueName ?? VENUE_UNKNOWN,
  address: ({ venueAddress }) => venueAddress ?? 'an address to be announced',
  price: priceSentence,
  deadline: ({ earlyBirdDeadline, eventDate }) => formatDay(earlyBirdDeadline ?? eventDate),
}

/** The price with the day on which it changes, so that it is true before that day and after it. */
function priceSentence(event: EventConfig): string {
  const { earlyBird, standard } = getPrices(event)
  const now = formatDollars(earlyBird)
  if (event.earlyBirdDeadline === null) return now
  const until = `${now} until ${formatDay(event.earlyBirdDeadline)}`
  return standard === null ? until : `${until}, then ${formatDollars(standard)}`
}

/** What an event says for a reference. */
export function factOf(reference: ContentReference, event: EventConfig): string {
  return FACTS[reference](event)
}

/** The text with each reference replaced by what the event says. What an event says is never read as a reference. */
export function resolveReferences(text: string, event: EventConfig): string {
  return text.replace(REFERENCE, (written, name: string) => (isReference(name) ? factOf(name, event) : written))
}

/** The same for HTML out of Markdown: what an event says is text there, whatever signs it has. (security OB6) */
export function resolveInHtml(html: string, event: EventConfig): string {
  return html.replace(REFERENCE, (written, name: string) =>
    isReference(name) ? escapeMarkup(factOf(name, event)) : written,
  )
}
