import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the owner of an account whose second factors an administrator has removed. */
export function factorsReset(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'factors-reset',
    subject: `Your second factors at ${site.siteName} were removed`,
    parts: [
      `An administrator removed every second factor, passkey and recovery code from your account on ${utcTime(at)}, and signed you out everywhere.`,
      'Sign in with your password, or set a new one with "Forgot password?", and add a second factor again on your account page.',
      'If you did not ask for this, set a new password at once and tell us.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
