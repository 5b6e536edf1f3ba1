import { useState } from 'react'
import { ACCOUNT_SENTENCE, type MessageAnswer, resetRequestInput } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { notify } from '../toasts.ts'
import { show } from './auth.ts'
import { SIGN_IN } from './auth-view.ts'
import { EmailInput } from './EmailInput.tsx'
import { PlateHead } from './PlateHead.tsx'

/** Asks for a reset link. Every address gets the same answer. (security AN4) */
export function ForgotPassword() {
  const [told, tell] = useState<MessageAnswer>()
  return (
    <>
      <PlateHead title="Reset your password">
        Enter your email address. If an account uses it, we send a reset link to it.
      </PlateHead>
      <Form
        label="Send Reset Link"
        busyLabel="Sending..."
        schema={resetRequestInput}
        wording={{ failed: ACCOUNT_SENTENCE.resetFailed }}
        send={(input) => request('POST', '/api/auth/password-reset', { json: input })}
        onDone={(answer) => {
          notify({ kind: 'success', ...answer })
          tell(answer)
        }}
      >
        {({ email }) => <EmailInput autoComplete="username" error={email} />}
      </Form>
      {told && (
        <div className="note mt-5">
          <p className="font-semibold">{told.title}</p>
          <p>{told.message} It works for 60 minutes. Not there? Check your spam folder and the address above.</p>
        </div>
      )}
      <Button variant="ghost" onClick={() => show(SIGN_IN)} className="mt-4 w-full">
        Back to sign in
      </Button>
    </>
  )
}
