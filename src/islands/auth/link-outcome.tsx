import { type ReactNode, useEffect, useRef } from 'react'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import type { ApiError } from '../call.ts'
import { show } from './auth.ts'
import { SIGN_IN } from './auth-view.ts'
import { PlateHead } from './PlateHead.tsx'

/** The server says of unknown, used and outdated links the same. (security TL5) */
export function isDead({ detail }: ApiError): boolean {
  return detail === ACCOUNT_SENTENCE.linkDead
}

/** A link that does nothing any more, and what to do instead. */
export function DeadLink({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <div ref={region} role="alert" tabIndex={-1} className="outline-none">
      <PlateHead title="This link no longer works">{ACCOUNT_SENTENCE.linkDead}</PlateHead>
      {children}
    </div>
  )
}

/** A link that has done its work, what the server says of it, and what comes next. */
export function LinkDone({ message, children }: { message: string; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <div ref={region} role="status" tabIndex={-1} className="outline-none">
      <PlateHead title="Done">
        <p className="font-semibold">{message}</p>
        <p className="mt-2">{children}</p>
      </PlateHead>
      <ToSignIn />
    </div>
  )
}

/** A page of its own, so that somebody signed in goes straight on to the forum. */
export function ToSignIn() {
  return (
    <a href="/auth" onClick={() => show(SIGN_IN)} className={buttonClass({ variant: 'default', className: 'w-full' })}>
      Go to sign in
    </a>
  )
}
