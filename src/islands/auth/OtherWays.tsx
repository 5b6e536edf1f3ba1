import { useStore } from '@nanostores/react'
import { atom, onMount } from 'nanostores'
import { useEffect, useState } from 'react'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { request } from '../call.ts'
import { hasPasskeys, signInByPasskey } from '../factors/passkey.ts'
import { useAction } from '../forms/use-action.ts'
import { finish } from './auth.ts'
import { GoogleMark, KeyMark } from './marks.tsx'

/** Whether one can come in by Google; false until the server says so. */
const $google = atom(false)
onMount($google, () => {
  request('GET', '/api/auth/providers').then(
    ({ google }) => $google.set(google),
    () => {},
  )
})

/** Google, and with `passkey` a key of this device. Nothing shows where neither would work. */
export function OtherWays({ passkey = false }: { passkey?: boolean }) {
  // Both tabs hydrate without it, even if the server answers between the two.
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
    wording: { failed: ACCOUNT_SENTENCE.signInFailed },
  })
  return (
    <Button variant="outline" disabled={isBusy} onClick={signIn} className="gap-3 px-3!">
      <KeyMark />
      {isBusy ? 'Waiting for your passkey...' : 'Use a passkey'}
    </Button>
  )
}
