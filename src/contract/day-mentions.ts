import type { PlainDay } from './instant.ts'

const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')
const WEEKDAYS = 'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')

const MONTH = `(?<month>${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|Sept)\\.?`
const DAY = String.raw`(?<day>[0-3]?\d)(?:st|nd|rd|th)?`
const YEAR = String.raw`(?<year>20\d\d)`
const WEEKDAY = `(?:(?<weekday>${WEEKDAYS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?,? )?`
/** Not inside a longer number, a word or a name such as `ISO 55000:2024`. */
const START = String.raw`(?<![\p{L}\p{N}:.$])`
const END = String.raw`(?![\p{L}\p{N}]|[.,:]\d)`

/** Ways to write a day, the most complete ones first: text that one has matched is not given to the next. */
const FORMS = [
  String.raw`(?<year>20\d\d)-(?<number>[01]\d)-(?<day>[0-3]\d)`,
  String.raw`(?<number>[01]?\d)/(?<day>[0-3]?\d)/(?<year>20\d\d)`,
  `${WEEKDAY}${MONTH} ${DAY}(?:\\s?[-–]\\s?\\d{1,2}(?!\\d))?(?:,? ${YEAR})?`,
  `${WEEKDAY}${DAY}(?: of)? ${MONTH}(?:,? ${YEAR})?`,
  `${MONTH},? ${YEAR}`,
  `(?<=\\b(?:in|this|next|early|mid|late|by) )(?<month>${MONTHS.join('|')})`,
  YEAR,
].map((form) => new RegExp(START + form + END, 'gu'))

/** Words before a year that refer to the past, not to the event. */
const HISTORY =
  /(?:\b(?:since|from|until|till|before|after|founded|established|copyright|edition|ISO|ANSI|EN)|©)[\s(]*$/i

/** A day as far as a text names it. `month` counts from 1; `weekday` from Sunday, 0. */
type DayMention = {
  words: string
  year: number | undefined
  month: number | undefined
  day: number | undefined
  weekday: number | undefined
}

/** Every day, month and year that a text names, except years that refer to the past. */
export function dayMentions(text: string): DayMention[] {
  const found: DayMention[] = []
  let rest = text
  for (const form of FORMS) {
    rest = rest.replace(form, (words: string, ...parts: unknown[]) => {
      const mention = toMention(words, parts.at(-1))
      const offset = parts.find((part) => typeof part === 'number') ?? 0
      const isHistory = mention.day === undefined && HISTORY.test(rest.slice(0, offset))
      if (!isHistory && isPossible(mention)) found.push(mention)
      return '\0'.repeat(words.length)
    })
  }
  return found
}

/** True if the mention can mean this day. */
export function canMean({ year, month, day, weekday }: DayMention, plainDay: PlainDay): boolean {
  const [ownYear, ownMonth, ownDay] = plainDay.split('-').map(Number)
  const at = new Date(`${plainDay}T00:00:00Z`)
  return (
    (year ?? ownYear) === ownYear &&
    (month ?? ownMonth) === ownMonth &&
    (day ?? ownDay) === ownDay &&
    (weekday ?? at.getUTCDay()) === at.getUTCDay()
  )
}

function isPossible({ month, day }: DayMention): boolean {
  return (month === undefined || (month >= 1 && month <= 12)) && (day === undefined || (day >= 1 && day <= 31))
}

function toMention(words: string, groups: unknown): DayMention {
  const part = (name: string): string | undefined => {
    const value = typeof groups === 'object' && groups !== null ? Reflect.get(groups, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  const number = (name: string) => (part(name) === undefined ? undefined : Number(part(name)))
  return {
    words,
    year: number('year'),
    month: number('number') ?? placeIn(MONTHS, part('month'), 1),
    day: number('day'),
    weekday: placeIn(WEEKDAYS, part('weekday'), 0),
  }
}

function placeIn(names: readonly string[], word: string | undefined, first: number): number | undefined {
  return word === undefined ? undefined : names.findIndex((name) => name.startsWith(word.slice(0, 3))) + first
}
