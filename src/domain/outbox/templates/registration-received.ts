import { composeLetter, type LetterSite } from '../letter.ts'

/**
 * To who registered: confirm the address, and what happens next. Nobody has shown yet that the address is theirs, so
 * nothing that was typed into the form stands in it. (security OB6)
 */
export function registrationReceived(site: LetterSite, { path }: { path: string }) {
  return composeLetter(site, {
    template: 'registration-received',
    subject: `Confirm your address for ${site.siteName}`,
    parts: [
      `Someone registered at ${site.siteName} with this address. If this was you, please confirm that the address is yours.`,
      { button: 'Confirm my address', path },
      'The link works once, expires after 24 hours, and asks for the password you chose. An administrator then reviews your registration. You can sign in and read while you wait and post once you are approved. We will email you when that is decided.',
      'If you did not register, ignore this email. No account is created unless you confirm.',
    ],
  })
}
