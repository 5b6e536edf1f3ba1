import { useEffect, useRef, useState } from 'react'
import type { Told } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { ApiError, send } from '../call.ts'
import { refusalNotice } from '../forms/refusal.ts'
import { notify } from '../toasts.ts'
import { show } from './auth.ts'
import { SIGN_IN } from './auth-view.ts'
import { DeadLink, isDead } from './DeadLink.tsx'
import { PlateHead } from './PlateHead.tsx'

const PURPOSES = {
  confirm: {
    path: '/api/auth/confirm-email',
    title: 'Confirm your address',
    label: 'Confirm email address',
    dead: 'If your address is confirmed already, just sign in. If not, register again with the same address, and a new link comes.',
    next: 'You can sign in now. An administrator looks at each new account; once yours is approved, you can post.',
  },
  email: {
    path: '/api/auth/email/confirm',
    title: 'Confirm your new address',
    label: 'Confirm new email address',
    dead: 'If the change is done already, sign in with the new address. If not, ask for it again on your account page.',
    next: 'Sign in with it from now on.',
  },
} as const

type State = 'waiting' | 'busy' | 'dead' | Told

/** One button for one link. Only its click uses the link up: a mail scanner that opens the page changes nothing. (security P-33) */
export function ConfirmLink({ purpose, token }: { purpose: keyof typeof PURPOSES; token: string }) {
  const { path, title, label, dead, next } = PURPOSES[purpose]
  const [state, setState] = useState<State>('waiting')
  const confirm = async () => {
    setState('busy')
    try {
      setState(await send<Told>('POST', path, { token }))
    } catch (fault) {
      if (fault instanceof ApiError && isDead(fault)) return setState('dead')
      setState('waiting')
      notify(refusalNotice(fault, { failed: 'Failed to confirm. Please try again.' }))
    }
  }
  if (state === 'dead')
    return (
      <DeadLink>
        <p className="mb-6 leading-snug">{dead}</p>
        <ToSignIn />
      </DeadLink>
    )
  if (typeof state === 'object') return <Confirmed message={state.message} next={next} />
  return (
    <>
      <PlateHead title={title}>Not you? Then close this page, and nothing happens.</PlateHead>
      <Button variant="hero" size="lg" disabled={state === 'busy'} onClick={() => void confirm()} className="w-full">
        {state === 'busy' ? 'Confirming...' : label}
      </Button>
    </>
  )
}

function Confirmed({ message, next }: { message: string; next: string }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <div ref={region} role="status" tabIndex={-1} className="outline-none">
      <PlateHead title="Done">
        <p className="font-semibold">{message}</p>
        <p className="mt-2">{next}</p>
      </PlateHead>
      <ToSignIn />
    </div>
  )
}

/** A page of its own, so that somebody signed in goes straight on to the forum. */
function ToSignIn() {
  return (
    <a href="/auth" onClick={() => show(SIGN_IN)} className={buttonClass({ variant: 'default', className: 'w-full' })}>
      Go to sign in
    </a>
  )
}
