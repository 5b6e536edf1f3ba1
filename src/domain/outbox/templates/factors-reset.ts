import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the owner of an account whose second factors an administrator has removed. */
export function factorsReset(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'factors-reset',
    subject: `Two-step verification at ${site.siteName} was removed`,
    parts: [
      `An administrator removed all verification methods, passkeys and recovery codes from your account on ${utcTime(at)} and signed you out everywhere.`,
      'Sign in with your password, or set a new one with "Forgot password?". Then set up two-step verification again on your account page.',
      'If you did not request this, set a new password right away and tell us.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
