import { username } from '#src/contract/username.ts'

/** Code points of a name at most, with room for what makes it unique. */
const LONGEST_STEM = 22
const BETWEEN = /[^\p{L}\p{M}\p{Nd}]+/gu
const FALLBACK = 'member'
const TRIES = 4

/**
 * Usernames for somebody called `name`, the plainest first: `Ada.Lovelace`, then with digits, then `member-…`. Each keeps
 * the rules of `username`; none is promised to be free. `number` makes a random whole number below its argument.
 */
export function* usernamesFor(name: string | undefined, number: (below: number) => number): Generator<string> {
  const stem = stemOf(name ?? '')
  const length = [...stem].length
  // What is long enough and still no username imitates one of ours, or mixes scripts: digits would not mend that.
  if (length > 0 && (length < 3 || isUsername(stem))) {
    if (length >= 3) yield stem
    for (let tries = 0; tries < TRIES; tries += 1) {
      const candidate = `${stem}-${1000 + number(9000)}`
      if (isUsername(candidate)) yield candidate
    }
  }
  for (let tries = 0; tries < TRIES; tries += 1) yield `${FALLBACK}-${10_000_000 + number(90_000_000)}`
}

function stemOf(name: string): string {
  const words = name.slice(0, 200).normalize('NFKC').replace(BETWEEN, '.')
  return [...words]
    .slice(0, LONGEST_STEM + 1)
    .join('')
    .replace(/^[.\p{M}]+|\.+$/gu, '')
    .slice(0, LONGEST_STEM)
}

function isUsername(candidate: string): boolean {
  const parsed = username.safeParse(candidate)
  return parsed.success && parsed.data === candidate
}
