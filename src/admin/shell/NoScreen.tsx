import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
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
