import { useState } from 'react'
import { ACCOUNT_SENTENCE, type MessageAnswer, signUpInput } from '#src/contract/account.ts'
import { request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { NewPasswordInput } from '../forms/NewPasswordInput.tsx'
import { notify, REGISTRATION_TOAST } from '../toasts.ts'
import { EmailInput } from './EmailInput.tsx'
import { OtherWays } from './OtherWays.tsx'
import { Submitted } from './Submitted.tsx'
import { UsernameInput } from './UsernameInput.tsx'

const CHECK_EMAIL = { kind: 'success', title: 'Check your email', message: ACCOUNT_SENTENCE.checkEmail } as const

/** Registering. The answer is the same for a known address; what follows stands in the page as well as in a toast. (product 8) */
export function RegisterForm() {
  const [told, tell] = useState<MessageAnswer>()
  const done = (answer: MessageAnswer) => {
    notify({ kind: 'success', ...answer, lasting: REGISTRATION_TOAST })
    notify(CHECK_EMAIL)
    tell(answer)
  }
  if (told) return <Submitted told={told} onAgain={() => tell(undefined)} />
  return (
    <div className="pt-7">
      <p className="note mb-6">
        New accounts need administrator approval. You can read right away and post once approved.
      </p>
      <Form
        label="Register"
        busyLabel="Registering..."
        schema={signUpInput}
        wording={{ failed: ACCOUNT_SENTENCE.signUpFailed, title: 'Registration Error' }}
        send={(input) => request('POST', '/api/auth/sign-up', { json: input })}
        onDone={done}
      >
        {({ username, email, password }) => (
          <>
            <UsernameInput error={username} />
            <EmailInput autoComplete="email" error={email} />
            <NewPasswordInput error={password} />
          </>
        )}
      </Form>
      <OtherWays />
    </div>
  )
}
