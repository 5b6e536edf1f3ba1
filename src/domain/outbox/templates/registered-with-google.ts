import { composeLetter, type LetterSite } from '../letter.ts'

/** To who came with Google and had no account: there is one now, and what happens next. (architecture 8: the state is told by mail) */
export function registeredWithGoogle(site: LetterSite, { hadPassword }: { hadPassword: boolean }) {
  return composeLetter(site, {
    template: 'registered-with-google',
    subject: `Your registration at ${site.siteName}`,
    parts: [
      `You signed in to ${site.siteName} with Google, so you now have an account.`,
      ...(hadPassword
        ? [
            'Someone had started to register this address before but did not confirm it. The password entered then no longer works. To set your own, choose "Forgot password?" on the sign-in page.',
          ]
        : []),
      'An administrator will now review your registration. You can read while you wait and post once you are approved. We will email you when that is decided.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
