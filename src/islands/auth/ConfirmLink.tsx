import { useState } from 'react'
import type { MessageAnswer } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { ApiError, request } from '../call.ts'
import { refusalNotice } from '../forms/refusal.ts'
import { notify } from '../toasts.ts'
import { DeadLink, isDead, LinkDone, ToSignIn } from './link-outcome.tsx'
import { PlateHead } from './PlateHead.tsx'

type State = 'waiting' | 'busy' | 'dead' | MessageAnswer

/**
 * The link to a new address of an account: one button. Only its click uses the link up: a mail scanner that opens the page
 * changes nothing. (security P-33)
 */
export function ConfirmLink({ token }: { token: string }) {
  const [state, setState] = useState<State>('waiting')
  const confirm = async () => {
    setState('busy')
    try {
      setState(await request('POST', '/api/auth/email/confirm', { json: { token } }))
    } catch (fault) {
      if (fault instanceof ApiError && isDead(fault)) return setState('dead')
      setState('waiting')
      notify(refusalNotice(fault, { failed: 'Failed to confirm. Please try again.' }))
    }
  }
  if (state === 'dead')
    return (
      <DeadLink>
        <p className="mb-6 leading-snug">
          If your address has already changed, sign in with the new one. If not, request the change again on your
          account page.
        </p>
        <ToSignIn />
      </DeadLink>
    )
  if (typeof state === 'object') return <LinkDone message={state.message}>Use it to sign in from now on.</LinkDone>
  return (
    <>
      <PlateHead title="Confirm your new address">Not you? Close this page and nothing changes.</PlateHead>
      <Button variant="hero" size="lg" disabled={state === 'busy'} onClick={() => void confirm()} className="w-full">
        {state === 'busy' ? 'Confirming...' : 'Confirm new email address'}
      </Button>
    </>
  )
}
