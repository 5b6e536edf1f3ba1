import { composeLetter, type LetterSite } from '../letter.ts'

/** The link to set a new password, to the address of an account. */
export function passwordReset(site: LetterSite, { path }: { path: string }) {
  return composeLetter(site, {
    template: 'password-reset',
    subject: `Set a new password for ${site.siteName}`,
    parts: [
      `Somebody asked for a new password for your account at ${site.siteName}. If it was you, set it here.`,
      { button: 'Set a new password', path },
      'The link works once, for 60 minutes. A newer one replaces it.',
      'If you did not ask for this, ignore it: your password stays as it is.',
    ],
  })
}
