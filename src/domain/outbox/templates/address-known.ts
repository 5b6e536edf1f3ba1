import { composeLetter, type LetterSite } from '../letter.ts'

/** To the owner of an address that somebody tried to register again, or to make theirs. The form itself tells nobody. (design 8) */
export function addressKnown(site: LetterSite) {
  return composeLetter(site, {
    template: 'address-known',
    subject: `You already have an account at ${site.siteName}`,
    parts: [
      `Somebody tried to register at ${site.siteName} with this address, or to use it for another account there. It belongs to your account already, so nothing was changed.`,
      'If it was you, sign in as before. If you no longer know your password, choose "Forgot password?" there.',
      { button: 'Sign in', path: '/auth' },
      'If it was not you, there is nothing to do.',
    ],
  })
}
