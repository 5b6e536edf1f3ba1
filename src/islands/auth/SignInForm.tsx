import { ACCOUNT_SENTENCE, signInInput } from '#src/contract/account.ts'
import { emailAddress } from '#src/contract/email.ts'
import { givenPassword } from '#src/contract/password.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { PasswordInput } from '#src/ui/PasswordInput.tsx'
import { request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { finish, show } from './auth.ts'
import { EmailInput } from './EmailInput.tsx'

/** What the server takes, and what it would answer like a wrong password anyway. */
const schema = signInInput.extend({
  email: emailAddress,
  password: givenPassword.min(1, 'Please enter your password.'),
})

export function SignInForm() {
  return (
    <Form
      label="Sign In"
      busyLabel="Signing in..."
      schema={schema}
      wording={{ failed: ACCOUNT_SENTENCE.signInFailed }}
      send={(input) => request('POST', '/api/auth/sign-in', { json: input })}
      onDone={(answer) => finish(answer)}
      aside={
        <button
          type="button"
          onClick={() => show({ name: 'forgot' })}
          className={buttonClass({ variant: 'link', size: 'sm', className: '-my-3 justify-self-end !px-1' })}
        >
          Forgot password?
        </button>
      }
    >
      {({ email, password }) => (
        <>
          <EmailInput autoComplete="username" error={email} />
          <PasswordInput label="Password" name="password" autoComplete="current-password" required error={password} />
        </>
      )}
    </Form>
  )
}
