import { composeLetter, type LetterSite } from '../letter.ts'

/** To an address that is to be confirmed: asked for again, or new for an account that stands. */
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
