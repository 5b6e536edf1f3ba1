import { type Finding, toFinding } from '#src/contract/content-check.ts'
import type { EventConfig } from '#src/contract/event.ts'
import { getPrices } from '#src/contract/landing-copy.ts'
import { getStrangePlaces } from '#src/contract/place-mentions.ts'
import { strangeDays } from '#src/contract/stale-copy.ts'
import type { CheckedSubject } from './content.ts'

/** Dates, places and prices in the texts of an event that are not the event's own. */
export function checkFacts({ subject, fields, event }: CheckedSubject): Finding[] {
  if (!event) return []
  const strangePlaces = getStrangePlaces(event)
  return fields
    .filter(({ kind }) => kind === 'name' || kind === 'prose' || kind === 'markdown')
    .flatMap(({ field, label, text }) => {
      const say = (words: string, what: string) => `${label}: “${words}” is not ${what} of this event.`
      return [
        ...strangeDays(event, text).map((words) => toFinding('fact.date', subject, field, say(words, 'a date'))),
        ...strangePlaces(text).map((words) => toFinding('fact.place', subject, field, say(words, 'the place'))),
        ...strangePrices(event, text).map((words) => toFinding('fact.price', subject, field, say(words, 'a price'))),
      ]
    })
}

const AMOUNT = /\$\s?(\d[\d,]*(?:\.\d{1,2})?)(?![\d,.]*\s?(?:k\b|m\b|thousand|million|billion))/giu
const SENTENCE_END = /(?<=[.!?])\s+|\n+/
/** Sentences with these words are about the money that breakdowns cost or repairs save. */
const OTHER_MONEY =
  /\b(?:downtime|outages?|breakdowns?|failures?|repairs?|losses|loss|lost|savings?|saved|budgets?|parts?|per day|(?:an?|per|each) (?:hour|minute|shift|year|month)|hourly|annual(?:ly)?)\b/i
/** Amounts so much smaller or larger than the prices of the event are about something else. */
const NEAR = 4

/** Amounts in a text that may be prices of the event and are none of them. */
export function strangePrices(event: EventConfig, text: string): string[] {
  const { earlyBird, courseValue, standard } = getPrices(event)
  const prices = [earlyBird, ...(standard === null ? [] : [standard])]
  const differences = standard === null ? [] : [standard - earlyBird]
  const known = [...prices, courseValue, ...prices.map((price) => price + courseValue), ...differences]
  const [lowest, highest] = [Math.min(...prices) / NEAR, Math.max(...prices, earlyBird + courseValue) * NEAR]
  return text
    .split(SENTENCE_END)
    .filter((sentence) => !OTHER_MONEY.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(AMOUNT)])
    .filter(([, digits = '']) => {
      const amount = Number(digits.replaceAll(',', ''))
      return amount >= lowest && amount <= highest && !known.includes(amount)
    })
    .map(([words]) => words)
}
