import { formatDollars, parseCents } from './money.ts'
import { plural } from './plural.ts'

/** The most that each field takes: more would be a slip of the keyboard. Hours are those of the longest month. */
export const MOST_OF = { hours: 744, percent: 100, hour: 1_000_000, travel: 100_000, cover: 100_000 } as const
export type Amount = keyof typeof MOST_OF

/** What the calculator says until it can calculate. */
export const FILL_IN_ALL = 'Fill in all three fields to see what it is worth in your plant.'

/** What somebody typed into a field for an amount: its number, undefined while it is empty, null where it cannot be. */
export function readAmount(field: Amount, typed: string): number | undefined | null {
  const plain = typed.replace(/[\s%]/g, '')
  if (plain === '') return undefined
  const cents = parseCents(plain)
  return cents === undefined || cents > MOST_OF[field] * 100 ? null : cents / 100
}

/** What a field with a wrong amount is told. */
export function amountRefusal(field: Amount): string {
  return `Enter a number from 0 to ${MOST_OF[field].toLocaleString('en-US')}, with at most two decimals.`
}

/** `25 minutes`, `1 hour`, `1.3 hours`: a time in hours, rounded up, so that it never promises too much. */
export function formatHours(hours: number): string {
  const minutes = Math.ceil(round(hours * 60))
  if (minutes < 60) return plural(minutes, 'minute')
  return plural(Math.ceil(round(hours * 10)) / 10, 'hour')
}

/** Amounts in US dollars that a letter counts together. */
export type Costs = {
  /** The price that holds; undefined if only the registration page knows it. */
  price: number | undefined
  travel: number | undefined
  cover: number | undefined
}

/** What the day costs in all, in US dollars; undefined without a price. What is not filled in counts as nothing. */
export function totalCost({ price, travel = 0, cover = 0 }: Costs): number | undefined {
  return price === undefined ? undefined : round(price + travel + cover)
}

/** How long a stop has to be prevented until it has paid for `cost`, in hours; undefined where an hour costs nothing. */
export function breakEven(cost: number | undefined, hour: number | undefined): number | undefined {
  return cost === undefined || !hour ? undefined : cost / hour
}

/** The sentence beside the fields of the letter; empty without a total. */
export function costSentence(costs: Costs, hour: number | undefined): string {
  const total = totalCost(costs)
  if (total === undefined) return ''
  const time = breakEven(total, hour)
  const sum = `Total cost: ${formatDollars(total)}.`
  return time === undefined ? sum : `${sum} Paid back by ${formatHours(time)} of prevented downtime.`
}

/** Hours of downtime a month, the cost of one in US dollars, by how many percent they become fewer, and the price of the day. */
export type Downtime = { hours: number; hour: number; percent: number; price: number | undefined }

/** What fewer hours of downtime are worth in a year, and how soon they pay for the day. */
export function downtimeSentence({ hours, hour, percent, price }: Downtime): string {
  const saved = round((hours * 12 * percent) / 100)
  const worth = formatDollars(Math.round(saved * hour))
  const sum = `${percent}% less downtime is ${plural(Math.round(saved * 10) / 10, 'hour')} a year, worth ${worth}.`
  const time = breakEven(price, hour)
  if (price === undefined || time === undefined) return sum
  return `${sum} The price of the day, ${formatDollars(price)}, is paid back by ${formatHours(time)} of prevented downtime.`
}

/** Without the traces of binary fractions. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
