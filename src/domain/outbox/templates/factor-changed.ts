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
      'If it was you, there is nothing to do. If it was not, set a new password at once: choose "Forgot password?" there.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
