import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ADMINS_ONLY_SCREEN } from '#src/contract/user.ts'
import type { Role } from '#src/contract/viewer.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorFallback } from '#src/ui/ErrorFallback.tsx'
import { AdminLink } from '../blocks/AdminLink.tsx'
import { MissingCode } from '../blocks/lazy-component.tsx'
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

/**
 * Shown instead of a screen that failed to render or to load. The rest of the admin area stays. A screen that could not be
 * fetched is fetched again; a screen that a deploy has replaced needs a new page, which `open-admin.tsx` loads.
 */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  if (!(error instanceof MissingCode)) return <ErrorFallback onReset={tryAgain} />
  return (
    <ErrorFallback
      title="This screen could not be loaded"
      message="The site may have been updated since you opened this page, or your connection was lost."
      onReset={tryAgain}
    />
  )
}
