import type { Instant } from '#src/contract/instant.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { composeLetter, type LetterSite } from '../letter.ts'

/**
 * After registration: confirm the address, and what happens next. The address is not confirmed yet, so the mail
 * contains nothing that was typed into the form. (security OB6)
 */
export function registrationReceived(site: LetterSite, { path }: { path: string }) {
  return composeLetter(site, {
    template: 'registration-received',
    subject: `Confirm your address for ${site.siteName}`,
    parts: [
      `Someone registered at ${site.siteName} with this address. If this was you, please confirm that the address is yours.`,
      { button: 'Confirm my address', path },
      'The link works once, expires after 24 hours, and asks for the password you chose. An administrator then reviews your registration. Until then, you can sign in and read. Once you are approved, you can also post. We will email you the decision.',
      'If you did not register, ignore this email. No account is created unless you confirm.',
    ],
  })
}

/**
 * To an address that was registered once more before it was confirmed: each registration has its own link. Contains
 * nothing that was typed into the form. (security OB6)
 */
export function registeredAgain(site: LetterSite, { path }: { path: string }) {
  return composeLetter(site, {
    template: 'registered-again',
    subject: `Your address was registered again at ${site.siteName}`,
    parts: [
      `Someone registered at ${site.siteName} with this address again before the first registration was confirmed. If this was you, please confirm that the address is yours.`,
      { button: 'Confirm my address', path },
      'This link belongs to this registration and asks for the password you chose for it. The link of an earlier registration still works for that one. Once you confirm one, the others no longer work.',
      'If you registered only once, someone else entered your address. Use either link and choose your own password there. Nothing they entered is kept.',
      'If you did not register at all, ignore these emails. No account is created unless you confirm. The link works once and expires after 24 hours.',
    ],
  })
}

/**
 * To a person who came with Google and had no account: the account was created, and what happens next. (architecture 8:
 * the state is announced by mail)
 */
export function registeredWithGoogle(site: LetterSite, { hadPassword }: { hadPassword: boolean }) {
  return composeLetter(site, {
    template: 'registered-with-google',
    subject: `Your registration at ${site.siteName}`,
    parts: [
      `You signed in to ${site.siteName} with Google, so you now have an account.`,
      ...(hadPassword
        ? [
            'Someone had started to register this address before but did not confirm it. The password entered then no longer works. To set your own, choose "Forgot password?" on the sign-in page.',
          ]
        : []),
      'An administrator will now review your registration. Until then, you can read. Once you are approved, you can also post. We will email you the decision.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}

/** How many of each were dropped because they came before the owner. */
type Dropped = { registrations: number; factors: number; sessions: number; googleAccounts: number }

/** To a person who has confirmed an address: what had been added to it before, and was dropped. */
export function addressConfirmed(site: LetterSite, { dropped, at }: { dropped: Dropped; at: Instant }) {
  return composeLetter(site, {
    template: 'address-confirmed',
    subject: `Your address at ${site.siteName} is confirmed`,
    parts: [
      `You confirmed your address on ${formatSiteTime(at)}.`,
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

/**
 * To the owner of an address that another person tried to register again, or to use for another account. The form
 * itself gives nothing away. (architecture 8)
 */
export function addressKnown(site: LetterSite) {
  return composeLetter(site, {
    template: 'address-known',
    subject: `You already have an account at ${site.siteName}`,
    parts: [
      `Someone tried to register at ${site.siteName} with this address or to use it for another account. The address already belongs to your account, so nothing changed.`,
      'If this was you, sign in as usual. If you no longer know your password, choose "Forgot password?" on the sign-in page.',
      { button: 'Sign in', path: '/auth' },
      'If this was not you, you do not need to do anything.',
    ],
  })
}
