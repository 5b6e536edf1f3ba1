import type { Instant } from '#src/contract/instant.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { composeLetter, type LetterSite } from '../letter.ts'

/** To people whose passwords were made invalid. */
export function passwordExpired(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'password-expired',
    subject: `Please set a new password for ${site.siteName}`,
    parts: [
      `On ${formatSiteTime(at)} we made your password invalid and signed you out everywhere, to protect your account.`,
      'To set a new one, choose "Forgot password?" on the sign-in page. You cannot use the old one again. If you use the same password on other sites, please change it there too.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}

/** To people whose second factors were made invalid. */
export function factorsExpired(site: LetterSite, { at }: { at: Instant }) {
  return composeLetter(site, {
    template: 'factors-expired',
    subject: `Please set up two-step verification again for ${site.siteName}`,
    parts: [
      `On ${formatSiteTime(at)} we made your verification methods, passkeys and recovery codes invalid and signed you out everywhere, to protect your account. If you had any, your password is invalid too.`,
      'To set a new password, choose "Forgot password?" on the sign-in page. Then sign in and add a new verification method on your account page.',
      'If you have a role on the site, it works again as soon as you have added one.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}

type Done = {
  isDrill: boolean
  /** What was done, in sentences. */
  sentence: string
  /** How it is undone, in a sentence. */
  undo: string
  by: string
  at: Instant
}

/** To every owner: an emergency action was taken, or tried in a drill. */
export function emergencyAction(site: LetterSite, { isDrill, sentence, undo, by, at }: Done) {
  const what = isDrill ? 'Emergency drill' : 'Emergency action'
  return composeLetter(site, {
    template: 'emergency-action',
    subject: `${isDrill ? '[Drill] ' : ''}${what} at ${site.siteName}`,
    parts: [
      isDrill
        ? `${by} ran an emergency drill on ${formatSiteTime(at)}. Nothing was changed.`
        : `${by} took an emergency action on ${formatSiteTime(at)}.`,
      sentence,
      ...(isDrill ? [] : [undo]),
      'If you do not know about this, talk to the other owners now, by another channel than email.',
      { button: 'Open emergency reset', path: '/admin/emergency-reset' },
    ],
  })
}
