import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ADMINS_ONLY_SCREEN } from '#src/contract/user.ts'
import type { Role } from '#src/contract/viewer.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorFallback } from '#src/ui/ErrorFallback.tsx'
import { AdminLink } from '../blocks/AdminLink.tsx'
import { links } from '../links.ts'

/** Shown at an address under /admin that belongs to no screen. */
export function NoScreen() {
  return (
    <Alert title="Oops! Page not found">
      <p className="mt-4">There is no admin page at this address.</p>
      <Button asChild className="mt-8">
        <AdminLink to={links.dashboard()}>Go to the dashboard</AdminLink>
      </Button>
    </Alert>
  )
}

/** Shown instead of a screen that needs a higher role. */
export function NotAllowed({ title, role }: { title: string; role: Role }) {
  return (
    <Alert title={title} quiet>
      <p className="mt-4">{role === 'owner' ? 'Only owners can open this screen.' : ADMINS_ONLY_SCREEN}</p>
    </Alert>
  )
}

/** Shown instead of a screen that failed to render or to load. The rest of the admin area stays. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (isMissingCode(error)) {
    return (
      <ErrorFallback
        title="This screen could not be loaded"
        message="The site may have been updated since you opened this page, or your connection was lost."
      />
    )
  }
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorFallback onReset={tryAgain} />
}

/** True if a chunk of the app could not be fetched; each browser words this differently. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|module script failed/i.test(error.message)
  )
}
