import { composeLetter, type LetterSite } from '../letter.ts'

/**
 * To an address that somebody registered once more before it was confirmed: each registration has a link of its own. Nothing
 * that was typed into the form stands in it. (security OB6)
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
