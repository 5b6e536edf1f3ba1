import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the old address of an account. The new one is told only in part: who reads this may be somebody else. */
export function emailChanged(site: LetterSite, { newEmail, at }: { newEmail: string; at: Instant }) {
  return composeLetter(site, {
    template: 'email-changed',
    subject: `Your email address for ${site.siteName} was changed`,
    parts: [
      `The email address of your account was changed to ${maskEmail(newEmail)} on ${utcTime(at)}. We no longer send email to this address.`,
      'If this was you, you do not need to do anything. If not, someone else controls your account. Please tell us right away through the feedback form.',
      { button: 'Tell us', path: '/feedback' },
    ],
  })
}

/** `maria@example.org` becomes `m…@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`
}
