import { canMean, dayMentions } from './day-mentions.ts'
import type { EventConfig } from './event.ts'
import type { PlainDay } from './instant.ts'
import {
  blank,
  getStrangePlaces,
  hasWords,
  ownPlaces,
  phrase,
  placePattern,
  stateCode,
  statePlaces,
} from './place-mentions.ts'

/** A text of an event that names a place or a day which is not the event's own. */
export type StaleHint = {
  /** The field that contains the text, such as `heroTitle`. */
  field: string
  /** The words at fault, as written there: `Tulsa`. */
  words: string
  /** Why they are, as a sentence: `Mentions the city of tulsa-2027.` */
  reason: string
  /** What the event has in their place, such as its city; absent where nothing can take their place. */
  replaceBy?: string | undefined
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

/**
 * A day counts as a day of the event if its year is at most this far from the event's. Years further away are about something
 * else: `20 years of experience since 2001`.
 */
const NEAR_YEARS = 2

/**
 * Texts of a copy that still name the source's place, venue, slug or registration. Its days show as days that are not its own.
 * Longer names are looked for first, whosever they are: Kansas City is neither Kansas, nor taken for it.
 */
export function leftovers(source: SourceFacts, copy: Linted): StaleHint[] {
  const terms = getTerms(source, copy)
  const names = [...ownPlaces(copy).map((own) => ({ ...own, what: null, by: undefined })), ...terms].toSorted(byLength)
  const hints: StaleHint[] = []
  if (copy.registrationUrl !== null && copy.registrationUrl === source.registrationUrl) {
    const reason = `Links to the registration of ${source.eventSlug}.`
    hints.push({ field: 'registrationUrl', words: copy.registrationUrl, reason })
  }
  for (const { field, text } of getTexts(copy)) {
    let rest = text
    for (const { pattern, what, by } of names) {
      const found = what === null ? undefined : rest.match(pattern)?.[0]
      rest = blank(rest, [pattern])
      if (found === undefined) continue
      const replaceBy = field === 'eventSlug' ? undefined : by?.(found)
      const reason = `Mentions the ${what} of ${source.eventSlug}.`
      hints.push({ field, words: found, reason, ...(replaceBy && { replaceBy }) })
    }
  }
  return hints
}

/**
 * The text with these words replaced where they are a term of their own: not within a longer name of the event's own
 * place or of `others`. Words in capitals are replaced by words in capitals.
 */
export function replaceMention(
  text: string,
  { words, replaceBy }: { words: string; replaceBy: string },
  own: Place,
  others: readonly string[],
): string {
  const longer = [...ownPlaces(own), ...others.map((name) => ({ length: name.length, pattern: phrase(name) }))]
  const kept = longer.filter(({ length }) => length > words.length).map(({ pattern }) => pattern)
  const found = [...blank(text, kept).matchAll(placePattern(words))]
  return found.reduceRight((rest, { 0: mention, index }) => {
    const isLoud = mention.length > 2 && mention === mention.toUpperCase()
    const by = isLoud ? replaceBy.toUpperCase() : replaceBy
    return rest.slice(0, index) + by + rest.slice(index + mention.length)
  }, text)
}

/** Texts of an event that name a day, month, year or place other than its own, as far as words tell. */
export function staleHints(event: Linted): StaleHint[] {
  const strangePlaces = getStrangePlaces(event)
  return getTexts(event).flatMap(({ field, text }) => [
    ...strangeDays(event, text).map((words) => ({ field, words, reason: "Mentions a date that is not this event's." })),
    ...strangePlaces(text).map((words) => ({ field, words, reason: "Mentions a place that is not this event's." })),
  ])
}

function getTexts(event: Linted): { field: string; text: string }[] {
  const single = TEXT_FIELDS.map((field) => ({ field, text: event[field] ?? '' }))
  const lists = LIST_FIELDS.flatMap((field) => event[field].map((text) => ({ field, text })))
  return [...single, ...lists].filter(({ text }) => text !== '')
}

function ownDays({ eventDate, earlyBirdDeadline, previousEventDate }: Linted): PlainDay[] {
  return [eventDate, earlyBirdDeadline, previousEventDate].filter((day) => day !== null)
}

/** The days, months and years of a text that are none of the event's, as they are written there. */
export function strangeDays(event: Linted, text: string): string[] {
  const days = ownDays(event)
  const ownYear = Number(event.eventDate.slice(0, 4))
  return dayMentions(text)
    .filter(({ year }) => year === undefined || Math.abs(year - ownYear) <= NEAR_YEARS)
    .filter((mention) => !days.some((day) => canMean(mention, day)))
    .map(({ words }) => words)
}

type Place = Pick<EventConfig, 'city' | 'state' | 'venueName' | 'venueAddress'>

/** What to look for. `by` is the replacement for what was found. */
type Term = { length: number; pattern: RegExp; what: string; by?: (found: string) => string | null }

const byLength = (a: { length: number }, b: { length: number }) => b.length - a.length

function getTerms(source: SourceFacts, copy: Linted): Term[] {
  const names = [
    { text: source.city, what: 'city', by: () => copy.city },
    { text: source.venueName, what: 'venue', by: () => copy.venueName },
    { text: source.venueAddress, what: 'address', by: () => copy.venueAddress },
  ].flatMap(({ text, ...term }) =>
    text && hasWords(text) ? [{ ...term, length: text.length, pattern: phrase(text) }] : [],
  )
  const by = (found: string) => (found.length === 2 ? stateCode(copy.state ?? '') : copy.state)
  const states = source.state ? statePlaces(source.state).map((place) => ({ ...place, what: 'state', by })) : []
  return [...slugTerm(source.eventSlug), ...names, ...states]
}

/** A slug is found as it is written only, and one without a hyphen not at all: it may be any word. */
function slugTerm(slug: string): Term[] {
  if (!/[a-z0-9]-[a-z0-9]/.test(slug)) return []
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}-])${slug}(?![\p{L}\p{N}])`, 'gu')
  return [{ what: 'slug', length: slug.length, pattern }]
}
