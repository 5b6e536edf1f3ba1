import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AccountAnswer } from '#src/contract/account.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { request } from '../call.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { notify } from '../toasts.ts'
import { AccountSection } from './AccountSection.tsx'
import { account, providers, useAccountAction } from './account.ts'

export const LINK_GOOGLE = '/api/auth/google?link=1'

/** Links and unlinks a Google account. Shown if this site offers Google sign-in or the account is already linked. */
export function GoogleSection() {
  const offers = useStore(providers.$state)
  const mine = useStore(account.$state)
  const isOffered = offers.status !== 'ready' || offers.value.google
  const isLinked = mine.status === 'ready' && mine.value.hasGoogle
  if (!isOffered && !isLinked) return null
  return (
    <AccountSection id="google" title="Google" lead="Sign in with your Google account, without a password.">
      <ResourceState of={providers} what="ways to sign in">
        {() => (
          <ResourceState of={account} what="your Google account settings">
            {(own) => <Google {...own} />}
          </ResourceState>
        )}
      </ResourceState>
    </AccountSection>
  )
}

function Google({ hasGoogle }: AccountAnswer) {
  const [isAsking, ask] = useState(false)
  const [, unlink] = useAccountAction({
    act: () => request('DELETE', '/api/auth/google'),
    wording: { failed: 'Failed to unlink your Google account. Please try again.' },
    onDone: () => {
      notify({ kind: 'success', message: ACCOUNT_SENTENCE.googleUnlinked })
      void account.load()
    },
  })
  if (!hasGoogle)
    return (
      <>
        <p className="mb-5">{ACCOUNT_SENTENCE.googleNotLinked}</p>
        <Button asChild variant="outline">
          <a href={LINK_GOOGLE}>Link Google</a>
        </Button>
      </>
    )
  return (
    <>
      <p className="mb-5">Your Google account is linked.</p>
      <Button variant="outline" onClick={() => ask(true)}>
        Unlink Google
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Unlink Google?"
          label="Unlink Google"
          busyLabel="Unlinking..."
          onConfirm={unlink}
          onClose={() => ask(false)}
        >
          <p>You will no longer be able to sign in with Google. Your other ways to sign in do not change.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
