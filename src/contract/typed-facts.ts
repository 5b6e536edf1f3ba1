import type { ContentReference } from './content-reference.ts'
import { dayMentions } from './day-mentions.ts'
import type { EventConfig } from './event.ts'
import { formatDollars } from './money.ts'
import { blank, hasWords, phrase } from './place-mentions.ts'

/** What is asked of the events that a text may name by hand. */
export type NamedFacts = Pick<EventConfig, 'city' | 'venueName' | 'earlyBirdPrice' | 'standardPrice'>

/** Words of a text that an event will change one day, and the reference that follows the event. */
type TypedFact = { words: string; reference: ContentReference }

const AMOUNT = /\$\s?\d[\d,]*(?:\.\d\d)?/g
const SIGNS = /[^\d.]/g

/**
 * Days, and cities, venues and prices of `events`, that a text names by hand. Years and months alone are left out: `since 2019` is
 * no fact of an event. (decision 0064)
 */
export function findTypedFacts(text: string, events: readonly NamedFacts[]): TypedFact[] {
  const days = dayMentions(text)
    .filter(({ day, month }) => day !== undefined && month !== undefined)
    .map(({ words }): TypedFact => ({ words, reference: 'date' }))
  const venues = findNames(
    text,
    events.map(({ venueName }) => venueName),
    'venue',
  )
  const rest = blank(
    text,
    venues.map(({ words }) => phrase(words)),
  )
  const cities = findNames(
    rest,
    events.map(({ city }) => city),
    'city',
  )
  return unique([...days, ...venues, ...cities, ...findPrices(text, events)])
}

/** A sentence for each of them. */
export function typedFactWarnings(texts: readonly string[], events: readonly NamedFacts[]): string[] {
  const found = unique(texts.flatMap((text) => findTypedFacts(text, events)))
  return found.map(({ words, reference }) => `“${words}” is typed by hand. {{${reference}}} follows the event.`)
}

function findNames(text: string, names: readonly (string | null)[], reference: ContentReference): TypedFact[] {
  const known = [...new Set(names)].filter((name) => name !== null).filter(hasWords)
  return known.flatMap((name) => {
    const words = text.match(phrase(name))?.[0]
    return words === undefined ? [] : [{ words, reference }]
  })
}

function findPrices(text: string, events: readonly NamedFacts[]): TypedFact[] {
  const prices = events.flatMap(({ earlyBirdPrice, standardPrice }) => [earlyBirdPrice, standardPrice])
  const known = new Set(prices.filter((price) => price !== null).map((price) => toNumber(formatDollars(price))))
  return (text.match(AMOUNT) ?? [])
    .filter((words) => known.has(toNumber(words)))
    .map((words) => ({ words, reference: 'price' }))
}

function toNumber(amount: string): number {
  return Number(amount.replace(SIGNS, ''))
}

function unique(facts: readonly TypedFact[]): TypedFact[] {
  return [...new Map(facts.map((fact) => [fact.words, fact])).values()]
}
