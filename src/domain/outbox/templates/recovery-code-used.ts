import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the owner of an account that somebody came in with a recovery code, and how many are left. */
export function recoveryCodeUsed(site: LetterSite, { left, at }: { left: number; at: Instant }) {
  const rest = left === 0 ? 'None is left' : `${left} ${left === 1 ? 'is' : 'are'} left`
  return composeLetter(site, {
    template: 'recovery-code-used',
    subject: `A recovery code was used at ${site.siteName}`,
    parts: [
      `Your account was signed in to with a recovery code on ${utcTime(at)}. ${rest}; you can make new ones on your account page.`,
      'If it was you, there is nothing to do. If it was not, set a new password at once: choose "Forgot password?" there. That signs out every device.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
