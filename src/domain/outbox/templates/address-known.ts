import { composeLetter, type LetterSite } from '../letter.ts'

/** To the owner of an address that somebody tried to register again, or to make theirs. The form itself tells nobody. (architecture 8) */
export function addressKnown(site: LetterSite) {
  return composeLetter(site, {
    template: 'address-known',
    subject: `You already have an account at ${site.siteName}`,
    parts: [
      `Someone tried to register at ${site.siteName} with this address or to use it for another account. The address already belongs to your account, so nothing changed.`,
      'If this was you, sign in as usual. If you no longer know your password, choose "Forgot password?" on the sign-in page.',
      { button: 'Sign in', path: '/auth' },
      'If this was not you, you do not need to do anything.',
    ],
  })
}
