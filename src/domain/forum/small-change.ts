import { NEW_MEMBER } from '#src/contract/forum.ts'

/** What a change starts from: the text that everybody sees, and how much of it nobody has reviewed. */
type Before = { title: string | null; source: string; html: string; unreviewedChange: number }
type After = { title: string | null; source: string; html: string }

/**
 * How many characters of a post are changed without a review once this change is made; null where it is more than a small
 * change, or shows a link, member or image that the post does not show yet. Characters count that are added and those that
 * are taken out, since the last review: many small changes are a large one. (forum 4)
 */
export function smallChange(before: Before, after: After): number | null {
  const known = addressesIn(before.html)
  if ([...addressesIn(after.html)].some((address) => !known.has(address))) return null
  const most = mostUnreviewed(before.source) - before.unreviewedChange
  if (most < 0) return null
  const inText = changedCharacters(before.source, after.source, most)
  const inTitle = changedCharacters(before.title ?? '', after.title ?? '', most)
  return inText + inTitle <= most ? before.unreviewedChange + inText + inTitle : null
}

/** Links, mentions and images of a post's HTML, which we wrote. */
function addressesIn(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address))
}

function mostUnreviewed(source: string): number {
  const { share, least, most } = NEW_MEMBER.smallChange
  return Math.min(most, Math.max(least, Math.floor(source.length * share)))
}

/**
 * The fewest characters to take out of one text and put in to make the other; of more than `most` only that they are more. Takes time
 * in proportion to the texts and to `most`. (Myers, An O(ND) Difference Algorithm and Its Variations, 1986)
 */
export function changedCharacters(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  // How far into `one` so many steps lead, for each difference between the two places.
  const reached = new Map([[1, 0]])
  for (let steps = 0; steps <= most; steps += 1) {
    for (let shift = -steps; shift <= steps; shift += 2) {
      const [less, more] = [reached.get(shift - 1) ?? -1, reached.get(shift + 1) ?? -1]
      let at = shift === -steps || (shift !== steps && less < more) ? more : less + 1
      while (at < one.length && at - shift < other.length && one[at] === other[at - shift]) at += 1
      if (at >= one.length && at - shift >= other.length) return steps
      reached.set(shift, at)
    }
  }
  return most + 1
}
