import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { $isStepUpOpen } from '#src/islands/account/account.ts'
import { redirectWhenSignedOut } from '#src/islands/account/signed-out-redirect.ts'
import { toApiError } from '#src/islands/call.ts'
import { $viewer, loadViewer } from '#src/islands/viewer/viewer.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorFallback } from '#src/ui/ErrorFallback.tsx'
import { lazyComponent } from '../blocks/lazy-component.tsx'
import { queryClient } from '../query-client.ts'
import { ShellSkeleton } from './ShellSkeleton.tsx'

/** Shows the admin area to people with a role, and sends signed-out visitors to the sign-in page. The server checks every call again. */
export function Gate({ children }: { children: ReactNode }) {
  const viewer = useStore($viewer)
  const [fault, setFault] = useState<string>()
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => {
    const load = () => loadViewer().catch((cause: unknown) => setFault(toApiError(cause).detail))
    void load()
    const end = redirectWhenSignedOut()
    const forget = $viewer.listen((now, before) => {
      if (!now) queryClient.clear()
      setEnded(!now && Boolean(before))
    })
    return () => {
      end()
      forget()
    }
  }, [])
  if (viewer?.isAdmin) {
    return (
      <>
        {children}
        <StepUp />
      </>
    )
  }
  if (viewer) return <NotForYou email={viewer.email} />
  if (hasEnded) return <SignedOut />
  if (viewer === undefined && fault) return <ErrorFallback message={fault} />
  return <ShellSkeleton />
}

/** Shown to a person whose session has ended and who chose to stay when the browser asked about unsaved text. */
function SignedOut() {
  return (
    <div className="wrap py-20">
      <Alert title="You are signed out" quiet>
        <p className="mt-4">Sign in to continue.</p>
        <Button asChild className="mt-8">
          <a href="/auth">Sign in</a>
        </Button>
      </Alert>
    </div>
  )
}

function NotForYou({ email }: { email: string }) {
  return (
    <div className="wrap py-20">
      <Alert title="This area is for administrators" quiet>
        <p className="mt-4 [overflow-wrap:anywhere]">You are signed in as {email}. This account has no admin role.</p>
        <Button asChild className="mt-8">
          <a href="/">Go Home</a>
        </Button>
      </Alert>
    </div>
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
