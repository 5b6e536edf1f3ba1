import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterPart, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

type Lock = {
  /** Wrong codes in a row. */
  failures: number
  until: Instant
  /** Ends the lock; absent where one was mailed within a day. */
  path: string | undefined
}

/** To the owner of an account whose second-factor codes are locked once more, by somebody who got as far as them. */
export function codesLocked(site: LetterSite, { failures, until, path }: Lock) {
  return composeLetter(site, {
    template: 'codes-locked',
    subject: `Wrong codes have locked two-step verification at ${site.siteName}`,
    parts: [
      `Someone passed the first step of signing in to your account, most likely with your password, and then entered ${failures} wrong codes in a row. To protect you, we accept no codes until ${utcTime(until)}. Each further lock lasts twice as long, up to a day.`,
      'If this was you, wait until then or use one of your recovery codes. They still work.',
      ...remedy(path),
    ],
  })
}

function remedy(path: string | undefined): LetterPart[] {
  if (path === undefined)
    return [
      'If this was not you, someone knows your password. To set a new one, choose "Forgot password?" on the sign-in page. The lock then ends by itself.',
      { button: 'Go to sign in', path: '/auth' },
    ]
  return [
    'If this was not you, someone knows your password. Set a new one here. That ends the lock immediately and signs out all devices.',
    { button: 'Unlock codes', path },
    'The link works once and expires after 24 hours.',
  ]
}
