import { useState } from 'react'
import { z } from 'zod'
import type { AccountAnswer } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { request } from '../call.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { AccountForm } from './AccountForm.tsx'
import { AccountSection } from './AccountSection.tsx'
import { account } from './account.ts'
import { redirectSignedOut } from './signed-out-redirect.ts'

/** Deletes the viewer's account. */
export function DeleteSection() {
  const [isAsking, ask] = useState(false)
  return (
    <AccountSection id="delete" title="Delete account" lead="This is permanent.">
      <ResourceState of={account} what="your account">
        {(own) => (
          <>
            <Button variant="destructive" onClick={() => ask(true)}>
              Delete my account
            </Button>
            {isAsking && <DeleteDialog {...own} onClose={() => ask(false)} />}
          </>
        )}
      </ResourceState>
    </AccountSection>
  )
}

function DeleteDialog({ email, username, onClose }: AccountAnswer & { onClose: () => void }) {
  const schema = z.object({
    username: z.string().refine((typed) => typed.trim() === username, `Type ${username} to confirm.`),
  })
  return (
    <Dialog
      isOpen
      title="Delete my account"
      description={
        <>
          <p>
            <strong>We delete:</strong> your email address {email}, names, password, verification methods, recovery
            codes, Google link and roles. You are signed out everywhere.
          </p>
          <p>
            <strong>We keep:</strong> your forum posts, without your name, and the security log.
          </p>
          <p>We email you when it is done. You can register again with the same address.</p>
        </>
      }
      onClose={onClose}
    >
      <AccountForm
        label="Delete my account"
        busyLabel="Deleting..."
        look={{ variant: 'destructive' }}
        schema={schema}
        wording={{ failed: 'Failed to delete your account. Please try again.' }}
        send={() => request('DELETE', '/api/auth/account')}
        onDone={({ message }) => redirectSignedOut('/', { kind: 'success', message })}
        actions={
          <Button variant="outline" onClick={onClose}>
            Keep my account
          </Button>
        }
      >
        {(errors) => (
          <TextInput
            label={`Type your username, ${username}, to confirm`}
            name="username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={errors.username}
          />
        )}
      </AccountForm>
    </Dialog>
  )
}
