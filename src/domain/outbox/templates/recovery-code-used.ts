import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** Notice to the owner of an account that somebody came in with a recovery code, and how many are left. */
export function recoveryCodeUsed(site: LetterSite, { left, at }: { left: number; at: Instant }) {
  const rest = left === 0 ? 'You have no codes left' : `You have ${left} ${left === 1 ? 'code' : 'codes'} left`
  return composeLetter(site, {
    template: 'recovery-code-used',
    subject: `A recovery code was used at ${site.siteName}`,
    parts: [
      `Someone signed in to your account with a recovery code on ${utcTime(at)}. ${rest}. You can create new ones on your account page.`,
      'If this was you, you do not need to do anything. If not, set a new password right away: choose "Forgot password?" on the sign-in page. That signs out all devices.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
