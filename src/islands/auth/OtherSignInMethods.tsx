import { useStore } from '@nanostores/react'
import { atom, onMount } from 'nanostores'
import { useEffect, useState } from 'react'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { request } from '../call.ts'
import { hasPasskeys, PASSKEY_BUSY, signInByPasskey } from '../factors/passkey.ts'
import { notifyError } from '../forms/error-notice.ts'
import { useAction } from '../use-action.ts'
import { finish } from './auth.ts'

/** True if the site offers Google sign-in; false until the server says so. */
const $google = atom(false)
onMount($google, () => {
  request('GET', '/api/auth/providers').then(
    ({ google }) => $google.set(google),
    () => {},
  )
})

/** Google sign-in, and with `passkey` also passkeys. Shows nothing if neither is available. */
export function OtherSignInMethods({ passkey = false }: { passkey?: boolean }) {
  // Both tabs hydrate without Google, even if the server answers between the two.
  const google = useStore($google, { ssr: 'initial' })
  const [hasKeys, setHasKeys] = useState(false)
  useEffect(() => setHasKeys(passkey && hasPasskeys()), [passkey])
  if (!google && !hasKeys) return null
  return (
    <div className="mt-6 grid gap-3 border-plate-line border-t-2 pt-6">
      {google && (
        <a href="/api/auth/google" className={buttonClass({ variant: 'outline', className: 'gap-3 px-3!' })}>
          <GoogleMark />
          Continue with Google
        </a>
      )}
      {hasKeys && <PasskeyButton />}
    </div>
  )
}

function PasskeyButton() {
  const [isBusy, signIn] = useAction({
    act: signInByPasskey,
    onDone: (answer) => finish(answer),
    onError: (fault) => notifyError(fault, { failed: ACCOUNT_SENTENCE.signInFailed }),
  })
  return (
    <Button variant="outline" isBusy={isBusy} onClick={signIn} className="gap-3 px-3!">
      <KeyMark />
      {isBusy ? PASSKEY_BUSY : 'Use a passkey'}
    </Button>
  )
}

/** Google's logo in its own colors, as their branding guidelines require. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 shrink-0">
      <path
        fill="#4285f4"
        d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.2a5.3 5.3 0 0 1-2.3 3.5v2.9h3.7c2.2-2 3.4-5 3.4-8.6"
      />
      <path
        fill="#34a853"
        d="M12 23.5c3.1 0 5.7-1 7.6-2.8L15.9 17.8c-1 .7-2.3 1.1-3.9 1.1-3 0-5.5-2-6.4-4.7H1.8v3A11.5 11.5 0 0 0 12 23.5"
      />
      <path fill="#fbbc05" d="M5.6 14.2a6.9 6.9 0 0 1 0-4.4v-3H1.8a11.5 11.5 0 0 0 0 10.3z" />
      <path fill="#ea4335" d="M12 5.1c1.7 0 3.2.6 4.4 1.7l3.3-3.3A11.5 11.5 0 0 0 1.8 6.8l3.8 3A6.8 6.8 0 0 1 12 5.1" />
    </svg>
  )
}

function KeyMark() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-6 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <circle cx="8" cy="12" r="4.5" />
      <path d="M12.5 12H22v4m-4-4v3" />
    </svg>
  )
}
