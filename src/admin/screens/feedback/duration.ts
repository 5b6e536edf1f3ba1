const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `40 minutes`, `5 hours`, `3 days`: milliseconds in the largest unit of which there are two, to the nearest. */
export function durationOf(span: number): string {
  if (span >= 2 * DAY) return plural(span / DAY, 'day')
  if (span >= 2 * HOUR) return plural(span / HOUR, 'hour')
  return plural(span / MINUTE, 'minute')
}

function plural(exact: number, unit: string): string {
  const count = Math.round(exact)
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`
}
