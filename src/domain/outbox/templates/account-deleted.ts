import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** The last mail to the owner of an account that is no more. */
export function accountDeleted(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'account-deleted',
    subject: `Your account at ${site.siteName} is deleted`,
    parts: [
      `Your account was deleted on ${utcTime(at)}, as you asked. We no longer know your address, password or name; what you wrote in the forum stays, under nobody's name.`,
      'You can register again with this address at any time; that will be a new account.',
      'If it was not you, somebody else had control of your account: please tell us through the feedback form.',
      { button: 'Tell us', path: '/feedback' },
    ],
  })
}
