import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ADMINS_ONLY_SCREEN } from '#src/contract/user.ts'
import type { Role } from '#src/contract/viewer.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorFallback } from '#src/ui/ErrorFallback.tsx'
import { AdminLink } from '../blocks/AdminLink.tsx'
import { links } from '../links.ts'

/** An address under /admin that no screen has. */
export function NoScreen() {
  return (
    <Alert title="Oops! Page not found">
      <p className="mt-4">There is no admin page at this address.</p>
      <Button asChild className="mt-8">
        <AdminLink href={links.dashboard()}>Go to the dashboard</AdminLink>
      </Button>
    </Alert>
  )
}

/** A screen for a higher role than one has. */
export function NotAllowed({ title, role }: { title: string; role: Role }) {
  return (
    <Alert title={title} quiet>
      <p className="mt-4">{role === 'owner' ? 'Only owners can open this screen.' : ADMINS_ONLY_SCREEN}</p>
    </Alert>
  )
}

/** A screen that failed while it was drawn, or whose code did not arrive. The rest of the admin area stays. */
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

/** What browsers say when a part of the app could not be fetched; each in its own words. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|module script failed/i.test(error.message)
  )
}
