import { z } from 'zod'

/** How many entries can be changed in one request. */
export const MOST_AT_ONCE = 100

/** The entries of a bulk change, such as a list of ids. */
export const atOnce = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).min(1).max(MOST_AT_ONCE)

/** The result for one entry of a bulk change; `refusal` says why it was left unchanged, and is null if it was changed. */
export type BulkResult = { id: string; refusal: string | null }

/** A noun in singular and plural, as a sentence begins with it: `['Post', 'posts']`. */
export type Counted = readonly [one: string, many: string]

/** Sums up a bulk change: '3 posts approved. 1 was left unchanged.' `done` is what was done: 'approved'. */
export function bulkSentence([one, many]: Counted, done: string, results: readonly BulkResult[]): string {
  const refused = results.filter(({ refusal }) => refusal !== null).length
  const changed = results.length - refused
  const what = changed === 1 ? one : `${changed === 0 ? 'No' : changed} ${many}`
  return `${what} ${done}.${refused === 0 ? '' : leftUnchanged(refused)}`
}

/** Follows the sentence about what was done: ' 2 were left unchanged.' */
export function leftUnchanged(count: number): string {
  return ` ${count} ${count === 1 ? 'was' : 'were'} left unchanged.`
}
