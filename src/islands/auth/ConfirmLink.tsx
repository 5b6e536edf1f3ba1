import { useState } from 'react'
import type { MessageAnswer } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { ApiError, request } from '../call.ts'
import { errorNotice } from '../forms/error-notice.ts'
import { notify } from '../toasts.ts'
import { CardHeader } from './CardHeader.tsx'
import { DeadAccountLink, isLinkDead, LinkUsed, SignInLink } from './link-outcome.tsx'

type State = 'waiting' | 'busy' | 'dead' | MessageAnswer

/**
 * Confirms the new address of an account with a button. Only the click uses up the link: a mail scanner that opens the page
 * changes nothing. (security P-33)
 */
export function ConfirmLink({ token }: { token: string }) {
  const [state, setState] = useState<State>('waiting')
  const confirm = async () => {
    setState('busy')
    try {
      setState(await request('POST', '/api/auth/email/confirm', { json: { token } }))
    } catch (fault) {
      if (fault instanceof ApiError && isLinkDead(fault)) return setState('dead')
      setState('waiting')
      notify(errorNotice(fault, { failed: 'Failed to confirm. Please try again.' }))
    }
  }
  if (state === 'dead')
    return (
      <DeadAccountLink>
        <p className="mb-6 leading-snug">
          If your address has already changed, sign in with the new one. If not, request the change again on your
          account page.
        </p>
        <SignInLink />
      </DeadAccountLink>
    )
  if (typeof state === 'object') return <LinkUsed message={state.message}>Use it to sign in from now on.</LinkUsed>
  return (
    <>
      <CardHeader title="Confirm your new address">Not you? Close this page and nothing changes.</CardHeader>
      <Button variant="hero" size="lg" isBusy={state === 'busy'} onClick={() => void confirm()} className="w-full">
        {state === 'busy' ? 'Confirming...' : 'Confirm new email address'}
      </Button>
    </>
  )
}
