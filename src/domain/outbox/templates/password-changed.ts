import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the owner of an account that its password is another one. */
export function passwordChanged(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'password-changed',
    subject: `Your password for ${site.siteName} was changed`,
    parts: [
      `The password of your account was changed on ${utcTime(at)}. Every other device was signed out.`,
      'If it was you, there is nothing to do. If it was not, set a new password at once: choose "Forgot password?" there.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
