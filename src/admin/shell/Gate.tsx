import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, use, useEffect, useState } from 'react'
import type { Viewer } from '#src/contract/viewer.ts'
import { $isStepUpOpen } from '#src/islands/account/account.ts'
import { redirectWhenSignedOut } from '#src/islands/account/signed-out-redirect.ts'
import { toApiError } from '#src/islands/call.ts'
import { hasUnsaved } from '#src/islands/unload-warning.ts'
import { $viewer, hasSignedOut, loadViewer } from '#src/islands/viewer/viewer.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorFallback } from '#src/ui/ErrorFallback.tsx'
import { lazyComponent } from '../blocks/lazy-component.tsx'
import { queryClient } from '../query-client.ts'
import { ShellSkeleton } from './ShellSkeleton.tsx'

/** Whose screen was shown last, and whether they signed out. */
type Last = { person: Viewer; isOut: boolean }

/**
 * Shows the admin area to people with a role, and sends signed-out visitors to the sign-in page. The server checks every call
 * again. If the session of a person with unsaved text ends, the screen waits, hidden, until they have signed in again.
 */
export function Gate({ children }: { children: ReactNode }) {
  const viewer = useStore($viewer)
  const [fault, setFault] = useState<string>()
  const [last, setLast] = useState<Last>()
  useEffect(() => {
    const load = () => loadViewer().catch((cause: unknown) => setFault(toApiError(cause).detail))
    void load()
    const end = redirectWhenSignedOut(hasUnsaved)
    const forget = followPerson(setLast)
    return () => {
      end()
      forget()
    }
  }, [])
  const shown = viewer === null && last && !last.isOut ? last.person : viewer
  if (shown?.isAdmin) {
    return (
      <Suspense fallback={<SignedOut isScreenKept />}>
        <Held key={shown.id} isHeld={!viewer}>
          {children}
          <StepUp />
        </Held>
      </Suspense>
    )
  }
  if (viewer) return <NotForYou email={viewer.email} />
  if (viewer === null && last) return <SignedOut />
  if (viewer === undefined && fault) return <ErrorFallback message={fault} />
  return <ShellSkeleton />
}

/** Forgets what was loaded once the person signs out or another one signs in; for the same person it is loaded again. */
function followPerson(show: (last: Last) => void): () => void {
  let person: Viewer | undefined
  return $viewer.subscribe((now, before) => {
    const isOut = now === null && hasSignedOut()
    if (isOut || (now && person && now.id !== person.id)) queryClient.clear()
    else if (now && before === null) void queryClient.invalidateQueries()
    person = now ?? person
    if (person) show({ person, isOut })
  })
}

const FOREVER = new Promise<never>(() => {})

/** Hides its children and stops drawing them; what they hold stays, such as typed text. Their dialogs close until they are back. */
function Held({ isHeld, children }: { isHeld: boolean; children: ReactNode }) {
  if (isHeld) use(FOREVER)
  return children
}

/** Shown to a person whose session has ended while something is not saved. */
function SignedOut({ isScreenKept = false }: { isScreenKept?: boolean }) {
  return (
    <main className="wrap py-20">
      <Alert title="You are signed out" quiet>
        <p className="mt-4">
          {isScreenKept
            ? 'Your text is still here. Sign in again in the new tab, then come back to this one.'
            : 'Sign in to continue.'}
        </p>
        <Button asChild className="mt-8">
          <a href="/auth" {...(isScreenKept && { target: '_blank', rel: 'noopener' })}>
            Sign in
          </a>
        </Button>
      </Alert>
    </main>
  )
}

function NotForYou({ email }: { email: string }) {
  return (
    <main className="wrap py-20">
      <Alert title="This area is for administrators" quiet>
        <p className="mt-4 [overflow-wrap:anywhere]">You are signed in as {email}. This account has no admin role.</p>
        <Button asChild className="mt-8">
          <a href="/">Go Home</a>
        </Button>
      </Alert>
    </main>
  )
}

const StepUpDialog = lazyComponent(async () => (await import('#src/islands/account/StepUpDialog.tsx')).StepUpDialog)

/** 'Confirm it is you', loaded when the server first asks for it. */
function StepUp() {
  const isAsking = useStore($isStepUpOpen)
  if (!isAsking) return null
  return (
    <StepUpDialog why="Administrators must confirm their identity from time to time and before sensitive actions." />
  )
}
