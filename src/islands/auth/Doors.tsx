import { Tabs } from '#src/ui/Tabs.tsx'
import { show } from './auth.ts'
import type { Door } from './auth-view.ts'
import { OtherWays } from './OtherWays.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SignInForm } from './SignInForm.tsx'

/** The two ways in. (product 2) */
export function Doors({ door, isGoogleKnown = false }: { door: Door; isGoogleKnown?: boolean }) {
  const tabs = [
    { name: 'sign-in', title: 'Sign In', panel: <SignIn isGoogleKnown={isGoogleKnown} /> },
    { name: 'register', title: 'Register', panel: <RegisterForm /> },
  ] as const
  return (
    <Tabs label="Sign in or register" tabs={tabs} current={door} onChange={(to) => show({ name: 'doors', door: to })} />
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
      <OtherWays passkey />
    </div>
  )
}
