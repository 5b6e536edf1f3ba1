import { PASSWORD_MIN } from '#src/contract/password.ts'
import { COMMON_RUNS, COMMON_WORDS } from './common-passwords.ts'
import { TOP_PASSWORDS } from './top-passwords.ts'

/** The words that an attacker would try first for this person and this site. */
export type PasswordContext = { siteName: string; email: string; username: string }

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** A context word shorter than this is part of too many good passwords. */
const SHORTEST_CONTEXT = 4

/**
 * True for what is guessed within the first thousands of tries: one of the most used passwords or a common word, with at
 * most digits and signs around it, a run on the keyboard or of the alphabet, one thing repeated, or the site's, the
 * address's or the person's own name. Case and digits for letters do not help. (security AN6, decision 0020)
 */
export function isCommonPassword(password: string, context: PasswordContext): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  const forms = [folded, unleet(folded), bare(folded), unleet(bare(folded)), bare(unleet(folded))]
  return (
    isRepeated(folded) ||
    isRun(folded) ||
    isDate(folded) ||
    forms.some(isWord) ||
    isAlmost(folded) ||
    isContext(folded, context)
  )
}

function unleet(text: string): string {
  return Array.from(text, (sign) => LEET[sign] ?? sign).join('')
}

/** Without the digits and signs people put around a word. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
}

/** A common word or password, or the same one twice. */
function isWord(text: string): boolean {
  const half = text.slice(0, text.length / 2)
  return isListed(text) || (half + half === text && isListed(half))
}

/** One sign more than a common password of full length: `1234561`, `x123456`. */
function isAlmost(text: string): boolean {
  return text.length > PASSWORD_MIN && [text.slice(0, -1), text.slice(1)].some((rest) => TOP_PASSWORDS.has(rest))
}

function isListed(text: string): boolean {
  return COMMON_WORDS.has(text) || TOP_PASSWORDS.has(text)
}

/** `aaaaaa`, `121212`, `abcabc`: a piece of at most four signs, over and over. */
function isRepeated(text: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/su.test(text) && distinct(text) <= 4
}

/** Each part is a run of neighbors on the keyboard or in the alphabet: `qwerty123456`, `abc123`. */
function isRun(text: string): boolean {
  const parts = text.match(/[a-z]+|\d+|[^a-z\d]+/g) ?? []
  return inRow(text) || parts.every((part) => /^[^a-z\d]{1,2}$/.test(part) || inRow(part))
}

function inRow(text: string): boolean {
  return distinct(text) === 1 || COMMON_RUNS.some((run) => run.includes(text))
}

/** Six or eight digits that are a day, such as 24121999 or 199912. */
function isDate(text: string): boolean {
  const digits = text.replace(/[./-]/g, '')
  return /^(?:\d{4}(?:19|20)\d\d|(?:19|20)\d{4}(?:\d\d)?|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d)$/.test(digits)
}

/** The password is one of the context's words with little around it. */
function isContext(folded: string, { siteName, email, username }: PasswordContext): boolean {
  const words = [siteName, username, email, ...`${siteName} ${email} ${username}`.split(/[^\p{L}\p{N}]+/u)]
  const plain = letters(folded)
  return words
    .map((word) => letters(word.normalize('NFKC').toLowerCase()))
    .filter((word) => word.length >= SHORTEST_CONTEXT)
    .some((word) => [plain, unleet(plain)].some((form) => form.includes(word) && form.length - word.length <= 4))
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}

function distinct(text: string): number {
  return new Set(text).size
}
