import { canMean, dayMentions } from './day-mentions.ts'
import type { EventConfig } from './event.ts'
import type { PlainDay } from './instant.ts'
import { blank, hasWords, ownPatterns, phrase, statePatterns, strangePlacesOf } from './place-mentions.ts'

/** A text of an event that names a place or a day which is not the event's own. */
export type StaleHint = {
  /** The field the text stands in, such as `heroTitle`. */
  field: string
  /** The words at fault, as they stand there: `Tulsa`. */
  words: string
  /** Why they are, as a sentence: `Mentions the city of tulsa-2027.` */
  reason: string
}

/** What the words of an event made from another one could still say of that one. */
export type SourceFacts = Pick<
  EventConfig,
  'eventSlug' | 'eventDate' | 'earlyBirdDeadline' | 'city' | 'state' | 'venueName' | 'venueAddress' | 'registrationUrl'
>

const TEXT_FIELDS = [
  'eventSlug',
  'eventName',
  'heroTitle',
  'heroSubtitle',
  'heroDescription',
  'heroCtaText',
  'metaTitle',
  'metaDescription',
  'announcementText',
  'includedCourseName',
  'statusNote',
] as const satisfies (keyof EventConfig)[]
const LIST_FIELDS = ['workshopBenefits', 'workshopDeliverables'] as const satisfies (keyof EventConfig)[]

/** The fields of an event that these rules look at. */
type Linted = SourceFacts &
  Pick<EventConfig, (typeof TEXT_FIELDS)[number] | (typeof LIST_FIELDS)[number] | 'previousEventDate'>

/** Years as far away as this are of another matter: `20 years of experience since 2001`. */
const NEAR_YEARS = 2

/** Texts of a copy that still name the source's place, venue, slug or registration. Its days show as days that are not its own. */
export function leftovers(source: SourceFacts, copy: Linted): StaleHint[] {
  const terms = termsOf(source)
  const own = ownPatterns(copy)
  const hints: StaleHint[] = []
  if (copy.registrationUrl !== null && copy.registrationUrl === source.registrationUrl) {
    const reason = `Links to the registration of ${source.eventSlug}.`
    hints.push({ field: 'registrationUrl', words: copy.registrationUrl, reason })
  }
  for (const { field, text } of textsOf(copy)) {
    let rest = blank(text, own)
    for (const { pattern, what } of terms) {
      const found = rest.match(pattern)?.[0]
      if (found === undefined) continue
      hints.push({ field, words: found, reason: `Mentions the ${what} of ${source.eventSlug}.` })
      rest = blank(rest, [pattern])
    }
  }
  return hints
}

/** Texts of an event that name a day, month, year or place other than its own, as far as words tell. */
export function staleHints(event: Linted): StaleHint[] {
  const strangePlaces = strangePlacesOf(event)
  return textsOf(event).flatMap(({ field, text }) => [
    ...strangeDays(event, text).map((words) => ({ field, words, reason: 'Mentions a date that is not this event’s.' })),
    ...strangePlaces(text).map((words) => ({ field, words, reason: 'Mentions a place that is not this event’s.' })),
  ])
}

function textsOf(event: Linted): { field: string; text: string }[] {
  const single = TEXT_FIELDS.map((field) => ({ field, text: event[field] ?? '' }))
  const lists = LIST_FIELDS.flatMap((field) => event[field].map((text) => ({ field, text })))
  return [...single, ...lists].filter(({ text }) => text !== '')
}

function ownDays({ eventDate, earlyBirdDeadline, previousEventDate }: Linted): PlainDay[] {
  return [eventDate, earlyBirdDeadline, previousEventDate].filter((day) => day !== null)
}

function strangeDays(event: Linted, text: string): string[] {
  const days = ownDays(event)
  const ownYear = Number(event.eventDate.slice(0, 4))
  return dayMentions(text)
    .filter(({ year }) => year === undefined || Math.abs(year - ownYear) <= NEAR_YEARS)
    .filter((mention) => !days.some((day) => canMean(mention, day)))
    .map(({ words }) => words)
}

type Term = { pattern: RegExp; what: string }

/** What to look for, longer names first: a venue that is called after its city is one finding. */
function termsOf({ eventSlug, city, state, venueName, venueAddress }: SourceFacts): Term[] {
  const named = [
    { text: city, what: 'city' },
    { text: venueName, what: 'venue' },
    { text: venueAddress, what: 'address' },
  ].flatMap(({ text, what }) => (text && hasWords(text) ? [{ length: text.length, what, pattern: phrase(text) }] : []))
  const states = (state ? statePatterns(state) : []).map((pattern) => ({ what: 'state', pattern }))
  return [...slugTerm(eventSlug), ...named.toSorted((a, b) => b.length - a.length), ...states]
}

/** A slug is found as it is written only, and one without a hyphen not at all: it may be any word. */
function slugTerm(slug: string): Term[] {
  if (!/[a-z0-9]-[a-z0-9]/.test(slug)) return []
  return [{ what: 'slug', pattern: new RegExp(String.raw`(?<![\p{L}\p{N}-])${slug}(?![\p{L}\p{N}])`, 'gu') }]
}
