/** `1 minute`, `12 minutes`, `1,200 days`, `2 people`. `unit` is an English noun in the singular, `units` its plural. */
export function plural(count: number, unit: string, units = `${unit}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? unit : units}`
}

/** With a capital letter at the beginning. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `a date`, `a date and a time`, `a date, a time and a place`. */
export function enumerate(nouns: readonly string[]): string {
  return nouns.length < 2 ? nouns.join() : `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1)}`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `40 minutes`, `5 hours`, `3 days`: milliseconds in the largest unit of which there are two, to the nearest. */
export function formatDuration(span: number): string {
  if (span >= 2 * DAY) return plural(Math.round(span / DAY), 'day')
  if (span >= 2 * HOUR) return plural(Math.round(span / HOUR), 'hour')
  return plural(Math.round(span / MINUTE), 'minute')
}
