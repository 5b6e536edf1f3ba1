import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the owner of an account of a sign-in from a device it was not used on before. */
export function signInNoticed(site: LetterSite, { device, at }: { device: string; at: Instant }) {
  return composeLetter(site, {
    template: 'sign-in-noticed',
    subject: `New sign-in to ${site.siteName}`,
    parts: [
      `Someone signed in to your account on ${utcTime(at)} from a device we have not seen before: ${device}.`,
      'If this was you, you do not need to do anything. If not, set a new password right away: choose "Forgot password?" on the sign-in page. That signs out all devices.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
