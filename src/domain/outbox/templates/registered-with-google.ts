import { composeLetter, type LetterSite } from '../letter.ts'

/** To who came with Google and had no account: there is one now, and what happens next. (design 8: the state is told by mail) */
export function registeredWithGoogle(site: LetterSite, { hadPassword }: { hadPassword: boolean }) {
  return composeLetter(site, {
    template: 'registered-with-google',
    subject: `Your registration at ${site.siteName}`,
    parts: [
      `You signed in to ${site.siteName} with Google, so you now have an account there.`,
      ...(hadPassword
        ? [
            'Somebody had begun to register this address before, without confirming it. The password typed then does not work any more. To have one of your own, choose "Forgot password?".',
          ]
        : []),
      'An administrator now looks at your registration. You can read while you wait; you will be able to post once you are approved, and we will write to you when that is decided.',
      { button: 'Go to sign in', path: '/auth' },
    ],
  })
}
