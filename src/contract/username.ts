import { z } from 'zod'
import { roughSkeleton, skeleton } from './confusables.ts'

export const USERNAME_LENGTH = 'Username must be between 3 and 30 characters.'
export const USERNAME_SIGNS = 'Username may only contain letters and digits of one alphabet, and the characters . _ -'
export const USERNAME_TAKEN = 'This username is not available. Please choose another one.'

/** The hint at the field. */
export const USERNAME_HINT =
  '3 to 30 letters and digits. Dots, underscores and hyphens are fine inside, as in dora.k or weldon_p.'

const MIN = 3
const MAX = 30

/** Names that look like the site itself, and mailboxes that act for a site. (RFC 2142) Compared by rough skeleton. */
const RESERVED = new Set(
  [
    ...['admin', 'admins', 'administrator', 'administrators', 'administration', 'site-admin', 'sysadmin', 'root'],
    ...['moderator', 'moderators', 'moderation', 'mod', 'mods', 'owner', 'owners', 'official', 'staff', 'system'],
    ...['support', 'help', 'helpdesk', 'security', 'webmaster', 'postmaster', 'hostmaster', 'abuse', 'no-reply'],
  ].map(roughSkeleton),
)

const SIGNS = /^[\p{L}\p{M}\p{Nd}._-]+$/u
const STARTS_AND_ENDS = /^[\p{L}\p{Nd}].*[\p{L}\p{M}\p{Nd}]$/u

/** Scripts people write names in here. Japanese and Korean mix theirs by nature. */
const SCRIPTS = [
  /^[\p{Script=Latin}]+$/u,
  /^[\p{Script=Greek}]+$/u,
  /^[\p{Script=Cyrillic}]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u,
  /^[\p{Script=Hangul}\p{Script=Han}]+$/u,
  /^[\p{Script=Arabic}]+$/u,
  /^[\p{Script=Hebrew}]+$/u,
  /^[\p{Script=Devanagari}]+$/u,
  /^[\p{Script=Thai}]+$/u,
  /^[\p{Script=Armenian}]+$/u,
  /^[\p{Script=Georgian}]+$/u,
]

/** The key that two names share when a reader could take one for the other; unique in the database. */
export function usernameKey(username: string): string {
  return skeleton(username)
}

/**
 * A name others see: 3 to 30 code points after NFKC and without surrounding space; letters and digits of one script, and
 * dots, underscores and hyphens inside. Comes out normalized. (product 5)
 */
export const username = z
  .string(USERNAME_LENGTH)
  .transform((written) => (written.length > 1000 ? written : written.normalize('NFKC').trim()))
  .refine((name) => [...name].length >= MIN && [...name].length <= MAX, { error: USERNAME_LENGTH, abort: true })
  .refine((name) => SIGNS.test(name) && STARTS_AND_ENDS.test(name) && isOneScript(name), {
    error: USERNAME_SIGNS,
    abort: true,
  })
  .refine((name) => usernameKey(name) !== '' && !RESERVED.has(roughSkeleton(name)), USERNAME_TAKEN)

/** True for a username that reads as the site's own name, with its words joined by anything or nothing. */
export function isSiteName(name: string, siteName: string): boolean {
  const [one, other] = [name, siteName].map((words) => roughSkeleton(words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')))
  return one === other
}

function isOneScript(name: string): boolean {
  const letters = name.replace(/[\p{M}._-]/gu, '')
  const written = letters.replace(/[0-9]/g, '')
  return written === '' || SCRIPTS.some((script) => script.test(written))
}
