import type { EventConfig } from './event.ts'
import { STATE_CODES, STATE_NAMES, stateName, stateSpellings } from './us-states.ts'

/** Where an event takes place. */
type Place = Pick<EventConfig, 'city' | 'state' | 'venueName' | 'venueAddress'>

const STATES = STATE_NAMES.join('|')
const CITY_AND_STATE = new RegExp(
  String.raw`(?<![\p{L}])((?:\p{Lu}[\p{L}'’.-]+ ){0,2}\p{Lu}[\p{L}'’.-]+), (${STATES}|${STATE_CODES.join('|')})(?![\p{L}\p{N}])`,
  'gu',
)
const IN_STATE = new RegExp(String.raw`(?<=\b[Ii]n )(?:${STATES})(?![\p{L}\p{N}])`, 'gu')

/** `Tulsa, Oklahoma`, `Tulsa, OK` and `in Oklahoma`, for an event that is elsewhere. Where it is must be known. */
export function strangePlaces(event: Place, text: string): string[] {
  const { city, state } = event
  if (city === null || state === null) return []
  const isOwnState = (name: string) => stateName(name).toLowerCase() === stateName(state).toLowerCase()
  const isOwnCity = (name: string) => name.toLowerCase().endsWith(city.toLowerCase())
  const pairs = [...text.matchAll(CITY_AND_STATE)]
    .filter(([, name = '', of = '']) => !(isOwnCity(name) && isOwnState(of)))
    .map(([words]) => words)
  const rest = withoutOwn(
    event,
    pairs.reduce((left, words) => left.replaceAll(words, ''), text),
  )
  return [...pairs, ...[...rest.matchAll(IN_STATE)].map(([words]) => words).filter((name) => !isOwnState(name))]
}

/** True for a name that a text can be searched for. */
export function hasWords(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name)
}

/** The words of a name in order, whatever stands between them: `kansas-city` is Kansas City. */
export function phrase(name: string): RegExp {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[^\p{L}\p{N}\0]+`)}(?![\p{L}\p{N}])`, 'iu')
}

/** A state's two letters, where nothing else is meant: `OK` after a comma. */
function code(letters: string): RegExp {
  return new RegExp(String.raw`(?<=, )${letters}(?![\p{L}\p{N}])`, 'u')
}

/** The text without the event's own place, so that Kansas City is not taken for Kansas. */
export function withoutOwn({ city, state, venueName, venueAddress }: Place, text: string): string {
  const names = [venueAddress, venueName, city].filter((name) => name !== null).filter(hasWords)
  const own = [...names.toSorted((a, b) => b.length - a.length).map(phrase), ...(state ? statePatterns(state) : [])]
  return own.reduce((rest, pattern) => blank(rest, pattern), text)
}

/** Finds a state under each of its names. */
export function statePatterns(state: string): RegExp[] {
  return stateSpellings(state)
    .filter(hasWords)
    .map((name) => (STATE_CODES.includes(name) ? code(name) : phrase(name)))
}

/** The text with all that a pattern finds blanked out, so that nothing else finds it again. */
export function blank(text: string, pattern: RegExp): string {
  return text.replace(new RegExp(pattern, `${pattern.flags}g`), (words) => '\0'.repeat(words.length))
}
