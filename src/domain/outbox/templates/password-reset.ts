import { composeLetter, type LetterSite } from '../letter.ts'

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
