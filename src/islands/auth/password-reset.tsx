import { useState } from 'react'
import { ACCOUNT_SENTENCE, type MessageAnswer, resetInput, resetRequestInput } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { NewPasswordInput } from '../forms/NewPasswordInput.tsx'
import { notify } from '../toasts.ts'
import { show } from './auth.ts'
import { SIGN_IN } from './auth-view.ts'
import { CardHeader } from './CardHeader.tsx'
import { EmailInput } from './inputs.tsx'
import { DeadAccountLink, isLinkDead } from './link-outcome.tsx'

/** Asks for a reset link. Every address gets the same answer. (security AN4) */
export function ForgotPassword() {
  const [answer, setAnswer] = useState<MessageAnswer>()
  return (
    <>
      <CardHeader title="Reset your password">
        Enter your email address. If an account uses it, we send a reset link to it.
      </CardHeader>
      <Form
        label="Send Reset Link"
        busyLabel="Sending..."
        schema={resetRequestInput}
        wording={{ failed: ACCOUNT_SENTENCE.resetFailed }}
        send={(input) => request('POST', '/api/auth/password-reset', { json: input })}
        onDone={(answer) => {
          notify({ kind: 'success', ...answer })
          setAnswer(answer)
        }}
      >
        {({ email }) => <EmailInput autoComplete="username" error={email} />}
      </Form>
      {answer && (
        <div className="note mt-5">
          <p className="font-semibold">{answer.title}</p>
          <p>{answer.message} It works for 60 minutes. Not there? Check your spam folder and the address above.</p>
        </div>
      )}
      <Button variant="ghost" onClick={() => show(SIGN_IN)} className="mt-4 w-full">
        Back to sign in
      </Button>
    </>
  )
}

const schema = resetInput.pick({ password: true })

const PURPOSES = {
  reset: {
    path: '/api/auth/password-reset/confirm',
    title: 'Choose a new password',
    lead: undefined,
    label: 'Set new password',
    busyLabel: 'Setting...',
    failed: 'Failed to set the password. Please try again.',
  },
  unlock: {
    path: '/api/auth/code-lock/end',
    title: 'Unlock your codes',
    lead: 'Choose a password that no one else knows. Your codes then work again, and all devices are signed out.',
    label: 'Unlock codes',
    busyLabel: 'Unlocking...',
    failed: 'Failed to unlock your codes. Please try again.',
  },
} as const

type Purpose = keyof typeof PURPOSES

/** Sets a new password with the link from an email. Only the button uses up the link; opening the page does not. (security TL2) */
export function NewPassword({ purpose, token }: { purpose: Purpose; token: string }) {
  const { path, title, lead, label, busyLabel, failed } = PURPOSES[purpose]
  const [isOver, setOver] = useState(false)
  if (isOver) return <Over purpose={purpose} />
  return (
    <>
      <CardHeader title={title}>{lead}</CardHeader>
      <Form
        label={label}
        busyLabel={busyLabel}
        schema={schema}
        wording={{ failed }}
        send={({ password }) => request('POST', path, { json: { token, password } })}
        onRefused={(refusal) => {
          if (isLinkDead(refusal)) setOver(true)
          return isLinkDead(refusal)
        }}
        onDone={(answer) => {
          notify({ kind: 'success', ...answer })
          show(SIGN_IN)
        }}
      >
        {({ password }) => <NewPasswordInput label="New password" error={password} />}
      </Form>
    </>
  )
}

function Over({ purpose }: { purpose: Purpose }) {
  if (purpose === 'reset')
    return (
      <DeadAccountLink>
        <Button onClick={() => show({ name: 'forgot' })} className="w-full">
          Request a new link
        </Button>
      </DeadAccountLink>
    )
  return (
    <DeadAccountLink>
      <p className="mb-6 leading-snug">
        If your codes still do not work, sign in with a recovery code or wait until the lock ends.
      </p>
      <Button onClick={() => show(SIGN_IN)} className="w-full">
        Go to sign in
      </Button>
    </DeadAccountLink>
  )
}
