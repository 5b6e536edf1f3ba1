import { PASSWORD_MIN } from '#src/contract/password.ts'

/** What helps with the password that is being typed, where it needs `least` characters. (product 5; architecture 8: passwords) */
export function passwordHint(typed: string, least = PASSWORD_MIN): string {
  const missing = least - [...typed].length
  if (typed === '') return `At least ${least} characters. A few random words are easy to remember and hard to guess.`
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`
  return missing > -6 ? 'Long enough. Longer is stronger.' : 'Long and strong.'
}
