import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

type MethodChange = { change: 'linked' | 'unlinked'; at: Instant }

const SUBJECT = {
  linked: (name: string) => `A Google account was linked at ${name}`,
  unlinked: (name: string) => `Your Google account was unlinked at ${name}`,
}
const WHAT = {
  linked: (at: string) =>
    `A Google account was linked to your account on ${at}. Anyone with access to that Google account can now sign in.`,
  unlinked: (at: string) => `Google sign-in was removed from your account on ${at}.`,
}

/** Notice to the owner of an account that Google opens it now, or does no more. */
export function signInMethodChanged(site: LetterSite, { change, at }: MethodChange) {
  return composeLetter(site, {
    template: 'sign-in-method-changed',
    subject: SUBJECT[change](site.siteName),
    parts: [
      WHAT[change](utcTime(at)),
      'If this was you, you do not need to do anything. If not, set a new password right away: choose "Forgot password?" on the sign-in page. Then check your account page.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
