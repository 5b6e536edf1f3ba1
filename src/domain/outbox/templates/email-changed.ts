import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the old address of an account. The new one is told only in part: who reads this may be somebody else. */
export function emailChanged(site: LetterSite, { newEmail, at }: { newEmail: string; at: Instant }) {
  return composeLetter(site, {
    template: 'email-changed',
    subject: `Your e-mail address for ${site.siteName} was changed`,
    parts: [
      `The e-mail address of your account was changed to ${maskEmail(newEmail)} on ${utcTime(at)}. We no longer write to this one.`,
      'If it was you, there is nothing to do. If it was not, somebody else controls your account: please tell us through the feedback form at once.',
      { button: 'Tell us', path: '/feedback' },
    ],
  })
}

/** `maria@example.org` becomes `m…@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`
}
