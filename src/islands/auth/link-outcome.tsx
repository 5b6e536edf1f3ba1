import type { ReactNode } from 'react'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import type { ApiError } from '../call.ts'
import { DeadLink } from '../resource/LinkOutcome.tsx'
import { show } from './auth.ts'
import { SIGN_IN } from './auth-view.ts'
import { Outcome } from './CardHeader.tsx'

/** The server gives the same answer for unknown, used and expired links. (security TL5) */
export function isLinkDead({ detail }: ApiError): boolean {
  return detail === ACCOUNT_SENTENCE.linkDead
}

/** Says that a link to an account no longer works. `children` is what to do instead. */
export function DeadAccountLink({ children }: { children: ReactNode }) {
  return <DeadLink next={children}>{ACCOUNT_SENTENCE.linkDead}</DeadLink>
}

/** Says that a link has been used successfully, with the server's message and the next step. */
export function LinkUsed({ message, children }: { message: string; children: ReactNode }) {
  return (
    <Outcome role="status" title="Done" next={<SignInLink />}>
      <p className="font-semibold">{message}</p>
      <p className="mt-2">{children}</p>
    </Outcome>
  )
}

/** Loads the page again, so that a signed-in viewer is redirected to the forum. */
export function SignInLink() {
  return (
    <a href="/auth" onClick={() => show(SIGN_IN)} className={buttonClass({ variant: 'default', className: 'w-full' })}>
      Go to sign in
    </a>
  )
}
