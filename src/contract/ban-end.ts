/** The choice of a ban without an end date. */
export const UNTIL_LIFTED = 'Until lifted'

const DAY = 86_400_000

/** How long a ban lasts, as the forms offer it. */
export const BAN_ENDS = [
  ['1', 'For a day'],
  ['7', 'For a week'],
  ['30', 'For 30 days'],
  ['365', 'For a year'],
  ['', UNTIL_LIFTED],
] as const

/** When such a ban ends, counted from `now`; null for a ban without an end date. */
export function banEnd(days: string, now: number): number | null {
  return days === '' ? null : now + Number(days) * DAY
}
