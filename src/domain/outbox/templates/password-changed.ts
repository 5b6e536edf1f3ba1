import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the owner of an account that its password is another one. */
export function passwordChanged(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'password-changed',
    subject: `Your password for ${site.siteName} was changed`,
    parts: [
      `The password of your account was changed on ${utcTime(at)}. All other devices were signed out.`,
      'If this was you, you do not need to do anything. If not, set a new password right away: choose "Forgot password?" on the sign-in page.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
