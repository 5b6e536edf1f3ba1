import type { Instant } from '#src/contract/instant.ts'
import { composeLetter, type LetterSite } from '../letter.ts'
import { utcTime } from '../utc-time.ts'

/** How many of each were dropped because they came before the owner. */
type Dropped = { registrations: number; factors: number; sessions: number; googleAccounts: number }

/** To who has confirmed an address: what had been added to it before, and was dropped with that. */
export function addressConfirmed(site: LetterSite, { dropped, at }: { dropped: Dropped; at: Instant }) {
  return composeLetter(site, {
    template: 'address-confirmed',
    subject: `Your address at ${site.siteName} is confirmed`,
    parts: [
      `You confirmed your address on ${utcTime(at)}.`,
      `Before that, you or someone else who entered your address had added the following: ${listed(dropped)}. We removed all of it, along with every name and password that was entered. None of it can open your account.`,
      'You do not need to do anything else. You can change your name on your account page.',
      { button: 'Go to my account', path: '/account' },
    ],
  })
}

/** `2 other registrations and 1 verification method`. */
function listed({ registrations, factors, sessions, googleAccounts }: Dropped): string {
  const parts = [
    counted(registrations, 'other registration'),
    counted(factors, 'verification method'),
    counted(sessions, 'session'),
    counted(googleAccounts, 'linked Google account'),
  ].filter((part) => part !== '')
  return new Intl.ListFormat('en-US').format(parts)
}

function counted(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`
}
