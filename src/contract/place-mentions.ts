import type { EventConfig } from './event.ts'

const NAMES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,' +
  'FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,' +
  'MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,' +
  'NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,' +
  'OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,' +
  'VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

const states = NAMES.split(',').map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }))

/** Names of the states of the US, longest first, so that `West Virginia` is found before `Virginia`. */
const STATE_NAMES = states.map((state) => state.name).sort((a, b) => b.length - a.length)
const STATE_CODES = states.map((state) => state.code)

/** A state's full name, whichever of its two names is given; any other text as it is. */
function stateName(text: string): string {
  const given = text.trim().toLowerCase()
  return (
    states.find(({ code, name }) => code.toLowerCase() === given || name.toLowerCase() === given)?.name ?? text.trim()
  )
}

/** A state's two letters, whichever of its names is given; null for any other text. */
export function stateCode(text: string): string | null {
  const name = stateName(text)
  return states.find((state) => state.name === name)?.code ?? null
}

/** Every way to write a state: name and code. */
function stateSpellings(text: string): string[] {
  const [name, code] = [stateName(text), stateCode(text)]
  return code === null ? [name] : [name, code]
}

/** Where an event takes place. */
type Place = Pick<EventConfig, 'city' | 'state' | 'venueName' | 'venueAddress'>

const STATES = STATE_NAMES.join('|')
const CITY_AND_STATE = new RegExp(
  String.raw`(?<![\p{L}])((?:\p{Lu}[\p{L}'’.-]+ ){0,2}\p{Lu}[\p{L}'’.-]+), (${STATES}|${STATE_CODES.join('|')})(?![\p{L}\p{N}])`,
  'gu',
)
const IN_STATE = new RegExp(String.raw`(?<=\b[Ii]n )(?:${STATES})(?![\p{L}\p{N}]| City\b)`, 'gu')

/** Says which of a text's places are not the event's: `Tulsa, OK` and `in Oklahoma`. Where it is must be known. */
export function getStrangePlaces(event: Place): (text: string) => string[] {
  const { city, state } = event
  if (city === null || state === null) return () => []
  const own = ownPlaces(event).map(({ pattern }) => pattern)
  const isOwnState = (name: string) => stateName(name).toLowerCase() === stateName(state).toLowerCase()
  const isOwnCity = (name: string) => name.toLowerCase().endsWith(city.toLowerCase())
  return (text) => {
    const pairs = [...text.matchAll(CITY_AND_STATE)]
      .filter(([, name = '', of = '']) => !(isOwnCity(name) && isOwnState(of)))
      .map(([words]) => words)
    const rest = pairs.reduce((left, words) => left.replaceAll(words, ''), text)
    const states = [...blank(rest, own).matchAll(IN_STATE)].map(([words]) => words)
    return [...pairs, ...states.filter((name) => !isOwnState(name))]
  }
}

/** True for a name that a text can be searched for. */
export function hasWords(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name)
}

/** The words of a name in order, whatever separates them: `kansas-city` is Kansas City. */
export function phrase(name: string): RegExp {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[^\p{L}\p{N}\0]+`)}(?![\p{L}\p{N}])`, 'giu')
}

/** A state's two letters, where nothing else is meant: `OK` after a comma. */
function code(letters: string): RegExp {
  return new RegExp(String.raw`(?<=, )${letters}(?![\p{L}\p{N}])`, 'gu')
}

/** A name of a place: how long it is, and what finds it in a text. */
export type PlaceName = { length: number; pattern: RegExp }

/** The names of the event's own place, the longest first: blanked out in this order, Kansas City is not taken for Kansas. */
export function ownPlaces({ city, state, venueName, venueAddress }: Place): PlaceName[] {
  const names = [venueAddress, venueName, city].filter((name) => name !== null).filter(hasWords)
  const places = names.map((name) => ({ length: name.length, pattern: phrase(name) }))
  return [...places, ...(state ? statePlaces(state) : [])].toSorted((a, b) => b.length - a.length)
}

/** A state under each of its names. */
export function statePlaces(state: string): PlaceName[] {
  return stateSpellings(state)
    .filter(hasWords)
    .map((name) => ({ length: name.length, pattern: placePattern(name) }))
}

/** Finds the name of a place; two letters only where they mean a state. */
export function placePattern(name: string): RegExp {
  return STATE_CODES.includes(name) ? code(name) : phrase(name)
}

/** The text with all that these patterns find blanked out, so that nothing else finds it again. */
export function blank(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, (words) => '\0'.repeat(words.length)), text)
}
