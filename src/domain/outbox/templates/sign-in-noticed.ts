import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the owner of an account of a sign-in from a device it was not used on before. */
export function signInNoticed(site: LetterSite, { device, at }: { device: string; at: Instant }) {
  return composeLetter(site, {
    template: 'sign-in-noticed',
    subject: `New sign-in to ${site.siteName}`,
    parts: [
      `Your account was signed in to on ${utcTime(at)}, from a device we have not seen before: ${device}.`,
      'If it was you, there is nothing to do. If it was not, set a new password at once: choose "Forgot password?" there. That signs out every device.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
