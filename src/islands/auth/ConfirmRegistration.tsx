import { useState } from 'react'
import { z } from 'zod'
import { type MessageAnswer, signUpInput } from '#src/contract/account.ts'
import { givenPassword } from '#src/contract/password.ts'
import { Button } from '#src/ui/Button.tsx'
import { PasswordInput } from '#src/ui/PasswordInput.tsx'
import { type ApiError, request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { NewPasswordInput } from '../forms/NewPasswordInput.tsx'
import { CardHeader } from './CardHeader.tsx'
import { UsernameInput } from './inputs.tsx'
import { DeadAccountLink, isLinkDead, LinkUsed, SignInLink } from './link-outcome.tsx'

const knownInput = z.object({ password: givenPassword.min(1, 'Please enter your password.') })
const chosenInput = signUpInput.pick({ username: true, password: true })

const FORM = {
  label: 'Confirm email address',
  busyLabel: 'Confirming...',
  wording: { failed: 'Failed to confirm. Please try again.' },
} as const

/** `taken`: someone else has taken the username of this registration. */
type Chosen = { username?: string; password: string }
type State = 'known' | 'chosen' | 'taken' | 'dead' | MessageAnswer

/**
 * Confirms a registration with the link from the email and its password. The owner of the mailbox may choose another
 * password, because someone else may have registered with their address. Only the button uses up the link: a mail scanner
 * that opens the page changes nothing. (security AN11, P-33)
 */
export function ConfirmRegistration({ token }: { token: string }) {
  const [state, setState] = useState<State>('known')
  const confirm = (input: Chosen) => request('POST', '/api/auth/confirm-email', { json: { ...input, token } })
  const refused = (refusal: ApiError) => {
    if (isLinkDead(refusal)) setState('dead')
    return isLinkDead(refusal)
  }
  if (state === 'dead') return <Dead />
  if (typeof state === 'object')
    return (
      <LinkUsed message={state.message}>
        You can sign in now. An administrator reviews each new account. Once yours is approved, you can post.
      </LinkUsed>
    )
  if (state === 'known')
    return (
      <WithPassword
        confirm={confirm}
        onDone={setState}
        onChoose={() => setState('chosen')}
        onRefused={(refusal) => {
          const fields = refusal.errors.map(({ field }) => field)
          if (fields.includes('username')) setState('taken')
          // A toast would cover the button that the sentence beside the field speaks of.
          return fields.length > 0 || refused(refusal)
        }}
      />
    )
  return (
    <WithNewPassword
      isTaken={state === 'taken'}
      confirm={confirm}
      onDone={setState}
      onBack={() => setState('known')}
      onRefused={refused}
    />
  )
}

type WayProps = {
  confirm: (input: Chosen) => Promise<MessageAnswer>
  onDone: (answer: MessageAnswer) => void
  onRefused: (refusal: ApiError) => boolean
}

function WithPassword({ confirm, onDone, onChoose, onRefused }: WayProps & { onChoose: () => void }) {
  return (
    <>
      <CardHeader title="Confirm your address">Enter the password that you chose when you registered.</CardHeader>
      <Form {...FORM} schema={knownInput} send={confirm} onDone={onDone} onRefused={onRefused}>
        {({ password }) => (
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            autoFocus
            error={password}
          />
        )}
      </Form>
      <section aria-labelledby="choose" className="mt-8 border-plate-line border-t-2 pt-5">
        <h3 id="choose" className="label text-[1.25rem]">
          Did not register, or forgot the password?
        </h3>
        <p className="mt-2 mb-4 leading-snug">
          Choose your own username and password. Nothing entered at registration is kept. If you do not want an account,
          close this page and nothing happens.
        </p>
        <Button variant="outline" onClick={onChoose} className="w-full">
          Choose a new password
        </Button>
      </section>
    </>
  )
}

function WithNewPassword({ isTaken, confirm, onDone, onBack, onRefused }: WayProps & NewProps) {
  return (
    <>
      <CardHeader title={isTaken ? 'Choose another username' : 'Choose a username and password'}>
        {isTaken
          ? 'Someone else has taken this username. Choose another one and a password for your account.'
          : 'This confirms your address. Nothing entered at registration is kept.'}
      </CardHeader>
      <Form {...FORM} schema={chosenInput} send={confirm} onDone={onDone} onRefused={onRefused}>
        {({ username, password }) => (
          <>
            <UsernameInput autoFocus error={username} />
            <NewPasswordInput label="New password" error={password} />
          </>
        )}
      </Form>
      <Button variant="ghost" onClick={onBack} className="mt-4 w-full">
        Back
      </Button>
    </>
  )
}

type NewProps = { isTaken: boolean; onBack: () => void }

function Dead() {
  return (
    <DeadAccountLink>
      <p className="mb-6 leading-snug">
        If your address is already confirmed, sign in. If not, register again with the same address to get a new link.
      </p>
      <SignInLink />
    </DeadAccountLink>
  )
}
