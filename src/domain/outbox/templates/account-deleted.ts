import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** The last mail to the owner of an account that is no more. */
export function accountDeleted(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'account-deleted',
    subject: `Your account at ${site.siteName} has been deleted`,
    parts: [
      `Your account was deleted on ${utcTime(at)}, as you requested. We no longer have your address, password or name. Your forum posts remain without your name.`,
      'You can register a new account with this address at any time.',
      'If this was not you, someone else had control of your account. Please tell us through the feedback form.',
      { button: 'Tell us', path: '/feedback' },
    ],
  })
}
