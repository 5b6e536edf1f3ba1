import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

type FactorType = 'totp' | 'webauthn' | 'phone'

const NAMES: Record<FactorType, string> = {
  totp: 'An authenticator app',
  webauthn: 'A passkey',
  phone: 'A phone number',
}

type FactorChange = { change: 'added' | 'removed'; factorType: FactorType; at: Instant }

/** Notice to the owner of an account that there is one way more, or one less, to show who they are. */
export function factorChanged(site: LetterSite, { change, factorType, at }: FactorChange) {
  const name = NAMES[factorType]
  return composeLetter(site, {
    template: 'factor-changed',
    subject: `${name} was ${change} at ${site.siteName}`,
    parts: [
      `${name} was ${change} as a way to sign in to your account on ${utcTime(at)}.`,
      'If this was you, you do not need to do anything. If not, set a new password right away: choose "Forgot password?" on the sign-in page.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
