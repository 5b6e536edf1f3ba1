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
      `Somebody registered at ${site.siteName} with this address. If it was you, please confirm that the address is yours.`,
      { button: 'Confirm my address', path },
      'The link works once, for 24 hours. An administrator then looks at your registration. You can sign in and read while you wait; you will be able to post once you are approved, and we will write to you when that is decided.',
      'If you did not register, ignore this mail: without a confirmation nothing comes of it.',
    ],
  })
}
