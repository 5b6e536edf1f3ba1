import type { Instant } from '#src/contract/instant.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import type { Note } from '../enqueue.ts'
import { composeLetter, IF_NOT_YOU, type LetterPart, type LetterSite, siteLink } from '../letter.ts'
import type { Template } from '../templates.ts'

/** Notice to the owner of an account of a sign-in from a device it was not used on before. */
export function signInNoticed(site: LetterSite, { device, at }: { device: string; at: Instant }) {
  return composeLetter(site, {
    template: 'sign-in-noticed',
    subject: `New sign-in to ${site.siteName}`,
    parts: [
      `Someone signed in to your account on ${formatSiteTime(at)} from a device we have not seen before: ${device}.`,
      `${IF_NOT_YOU} That signs out all devices.`,
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}

type MethodChange = { change: 'linked' | 'unlinked'; at: Instant }

const SUBJECT = {
  linked: (name: string) => `A Google account was linked at ${name}`,
  unlinked: (name: string) => `Your Google account was unlinked at ${name}`,
}
const WHAT = {
  linked: (at: string) =>
    `A Google account was linked to your account on ${at}. Anyone with access to that Google account can now sign in.`,
  unlinked: (at: string) => `Google sign-in was removed from your account on ${at}.`,
}

/** Notice to the owner of an account that Google opens it now, or does no more. */
export function signInMethodChanged(site: LetterSite, { change, at }: MethodChange) {
  return composeLetter(site, {
    template: 'sign-in-method-changed',
    subject: SUBJECT[change](site.siteName),
    parts: [
      WHAT[change](formatSiteTime(at)),
      `${IF_NOT_YOU} Then check your account page.`,
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}

/**
 * A code by SMS. The last line ties it to our site, so that a phone fills it in here and on no site that looks like ours.
 * (https://wicg.github.io/sms-one-time-codes/)
 */
export function signInCode(
  { siteUrl, siteName }: LetterSite,
  { code, minutes }: { code: string; minutes: number },
): Note {
  const { hostname } = new URL(siteLink(siteUrl, '/'))
  return {
    template: 'sign-in-code' satisfies Template,
    text: `${code} is your ${siteName} code. It works for ${minutes} minutes. We will never ask you for it.\n\n@${hostname} #${code}`,
  }
}

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
      `${name} was ${change} as a way to sign in to your account on ${formatSiteTime(at)}.`,
      IF_NOT_YOU,
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}

/** Notice to the owner of an account whose second factors an administrator has removed. */
export function factorsReset(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'factors-reset',
    subject: `Two-step verification at ${site.siteName} was removed`,
    parts: [
      `An administrator removed all verification methods, passkeys and recovery codes from your account on ${formatSiteTime(at)} and signed you out everywhere.`,
      'Sign in with your password, or set a new one with "Forgot password?". Then set up two-step verification again on your account page.',
      'If you did not request this, set a new password right away and tell us.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}

type Lock = {
  /** Wrong codes in a row. */
  failures: number
  until: Instant
  /** Ends the lock; absent where one was mailed within a day. */
  path: string | undefined
}

/** To the owner of an account whose second-factor codes are locked once more, because someone entered the right password and reached them. */
export function codesLocked(site: LetterSite, { failures, until, path }: Lock) {
  return composeLetter(site, {
    template: 'codes-locked',
    subject: `Wrong codes have locked two-step verification at ${site.siteName}`,
    parts: [
      `Someone passed the first step of signing in to your account, most likely with your password, and then entered ${failures} wrong codes in a row. To protect you, we accept no codes until ${formatSiteTime(until)}. Each further lock lasts twice as long, up to a day.`,
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

/** Notice to the owner of an account that a recovery code was used, and how many are left. */
export function recoveryCodeUsed(site: LetterSite, { left, at }: { left: number; at: Instant }) {
  const rest = left === 0 ? 'You have no codes left' : `You have ${left} ${left === 1 ? 'code' : 'codes'} left`
  return composeLetter(site, {
    template: 'recovery-code-used',
    subject: `A recovery code was used at ${site.siteName}`,
    parts: [
      `Someone signed in to your account with a recovery code on ${formatSiteTime(at)}. ${rest}. You can create new ones on your account page.`,
      `${IF_NOT_YOU} That signs out all devices.`,
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
