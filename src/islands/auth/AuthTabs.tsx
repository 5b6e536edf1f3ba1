import { useEffect, useRef, useState } from 'react'
import { ACCOUNT_SENTENCE, type MessageAnswer, signInInput, signUpInput } from '#src/contract/account.ts'
import { emailAddress } from '#src/contract/email.ts'
import { givenPassword } from '#src/contract/password.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { PasswordInput } from '#src/ui/PasswordInput.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { NewPasswordInput } from '../forms/NewPasswordInput.tsx'
import { notify, REGISTRATION_TOAST } from '../toasts.ts'
import { finish, show } from './auth.ts'
import { type AuthTab, SIGN_IN } from './auth-view.ts'
import { EmailInput, UsernameInput } from './inputs.tsx'
import { OtherSignInMethods } from './OtherSignInMethods.tsx'

/** The tabs Sign In and Register. (product 2) */
export function AuthTabs({ tab, isGoogleKnown = false }: { tab: AuthTab; isGoogleKnown?: boolean }) {
  const tabs = [
    { name: 'sign-in', title: 'Sign In', panel: <SignIn isGoogleKnown={isGoogleKnown} /> },
    { name: 'register', title: 'Register', href: '#register', panel: <RegisterForm /> },
  ] as const
  return (
    <Tabs label="Sign in or register" tabs={tabs} current={tab} onChange={(to) => show({ name: 'tabs', tab: to })} />
  )
}

function SignIn({ isGoogleKnown }: { isGoogleKnown: boolean }) {
  return (
    <div className="pt-7">
      {isGoogleKnown && (
        <p role="status" className="note mb-6">
          An account with this address already exists. Sign in with its password, then link Google on your account page.
        </p>
      )}
      <SignInForm />
      <OtherSignInMethods passkey />
    </div>
  )
}

/** Stricter than the server's schema: an empty password or malformed address is refused here. */
const schema = signInInput.extend({
  email: emailAddress,
  password: givenPassword.min(1, 'Please enter your password.'),
})

function SignInForm() {
  return (
    <Form
      label="Sign In"
      busyLabel="Signing in..."
      schema={schema}
      wording={{ failed: ACCOUNT_SENTENCE.signInFailed }}
      send={(input) => request('POST', '/api/auth/sign-in', { json: input })}
      onDone={(answer) => finish(answer)}
      aside={
        // biome-ignore lint/a11y/useValidAnchor: a link also works when it is pressed before this script runs
        <a
          href="#forgot"
          onClick={(event) => {
            event.preventDefault()
            show({ name: 'forgot' })
          }}
          className={buttonClass({ variant: 'link', size: 'sm', className: '-my-3 self-end !px-1' })}
        >
          Forgot password?
        </a>
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

const CHECK_EMAIL = { kind: 'success', title: 'Check your email', message: ACCOUNT_SENTENCE.checkEmail } as const

/** Registers an account. The answer is the same for a known address, and is shown in the page as well as in a toast. (product 8) */
function RegisterForm() {
  const [answer, setAnswer] = useState<MessageAnswer>()
  const done = (answer: MessageAnswer) => {
    notify({ kind: 'success', ...answer, duration: REGISTRATION_TOAST })
    notify(CHECK_EMAIL)
    setAnswer(answer)
  }
  if (answer) return <RegistrationSubmitted answer={answer} onAgain={() => setAnswer(undefined)} />
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
      <OtherSignInMethods />
    </div>
  )
}

/** The text of the toast, without a time limit. (WCAG 2.2.1) */
function RegistrationSubmitted({ answer, onAgain }: { answer: MessageAnswer; onAgain: () => void }) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <section ref={region} tabIndex={-1} aria-labelledby="submitted" className="pt-8 outline-none">
      <h2 id="submitted" className="display text-[2.25rem]">
        {answer.title}
      </h2>
      <p className="mt-3 leading-snug">{answer.message}</p>
      <h3 className="label mt-7 text-[1.25rem]">Check your email</h3>
      <p className="mt-1 leading-snug">
        {ACCOUNT_SENTENCE.checkEmail} It works for 24 hours and asks for the password you just chose. Not there? Check
        your spam folder, or register again to get a new link.
      </p>
      <div className="mt-7 grid gap-3 sm:grid-cols-2">
        <Button onClick={() => show(SIGN_IN)}>Go to sign in</Button>
        <Button variant="outline" onClick={onAgain}>
          Register again
        </Button>
      </div>
    </section>
  )
}
