import type { Instant } from '#src/contract/instant.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { composeLetter, IF_NOT_YOU, type LetterSite } from '../letter.ts'

/** The last mail to the owner of a deleted account. */
export function accountDeleted(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'account-deleted',
    subject: `Your account at ${site.siteName} has been deleted`,
    parts: [
      `Your account was deleted on ${formatSiteTime(at)}, as you requested. We no longer have your address, password or name. Your forum posts remain without your name.`,
      'You can register a new account with this address at any time.',
      'If this was not you, someone else had control of your account. Please tell us through the feedback form.',
      { button: 'Tell us', path: '/feedback' },
    ],
  })
}

/** What an administrator decided on a registration. */
export type ApprovalDecision = { approval: 'approved' } | { approval: 'rejected'; reason: string }

/** To who registered, when an administrator has decided. (product 4) */
export function approvalDecided(site: LetterSite, decision: ApprovalDecision) {
  if (decision.approval === 'approved') {
    return composeLetter(site, {
      template: 'approval-decided',
      subject: `Your account at ${site.siteName} is approved`,
      parts: [
        'An administrator has approved your registration. You can now post in the forum.',
        { button: 'Go to the forum', path: '/forum' },
      ],
    })
  }
  return composeLetter(site, {
    template: 'approval-decided',
    subject: `Your registration at ${site.siteName} was not approved`,
    parts: [
      'An administrator reviewed your registration and did not approve it. Reason:',
      { quote: decision.reason },
      'You can still sign in and read, but you cannot post.',
    ],
  })
}

/** Notice to the old address of an account. It shows only part of the new one, because another person may read it. */
export function emailChanged(site: LetterSite, { newEmail, at }: { newEmail: string; at: Instant }) {
  return composeLetter(site, {
    template: 'email-changed',
    subject: `Your email address for ${site.siteName} was changed`,
    parts: [
      `The email address of your account was changed to ${maskEmail(newEmail)} on ${formatSiteTime(at)}. We no longer send email to this address.`,
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

/** To an address that is to be confirmed: asked for again, or new for an existing account. */
export function confirmAddress(site: LetterSite, { path }: { path: string }) {
  return composeLetter(site, {
    template: 'confirm-address',
    subject: `Confirm your address for ${site.siteName}`,
    parts: [
      `Please confirm that this address is yours so that we can use it for your account at ${site.siteName}.`,
      { button: 'Confirm my address', path },
      'The link works once and expires after 24 hours. Requesting a new link cancels this one.',
      'If you did not request this, ignore this email. Nothing changes unless you confirm.',
    ],
  })
}

/** Notice to the owner of an account that its password is another one. */
export function passwordChanged(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'password-changed',
    subject: `Your password for ${site.siteName} was changed`,
    parts: [
      `The password of your account was changed on ${formatSiteTime(at)}. All other devices were signed out.`,
      IF_NOT_YOU,
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}

/** The link to set a new password, to the address of an account. */
export function passwordReset(site: LetterSite, { path }: { path: string }) {
  return composeLetter(site, {
    template: 'password-reset',
    subject: `Set a new password for ${site.siteName}`,
    parts: [
      `Someone requested a new password for your account at ${site.siteName}. If this was you, set it here.`,
      { button: 'Set a new password', path },
      'The link works once and expires after 60 minutes. Requesting a new link cancels this one.',
      'If you did not request this, ignore this email. Your password does not change.',
    ],
  })
}
