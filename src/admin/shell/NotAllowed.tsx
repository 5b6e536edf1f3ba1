import { ADMINS_ONLY_SCREEN } from '#src/contract/user.ts'
import type { Role } from '#src/contract/viewer.ts'
import { Alert } from '#src/ui/Alert.tsx'

/** A screen for a higher role than one has. */
export function NotAllowed({ title, role }: { title: string; role: Role }) {
  return (
    <Alert title={title} quiet>
      <p className="mt-4">{role === 'owner' ? 'Only owners can open this screen.' : ADMINS_ONLY_SCREEN}</p>
    </Alert>
  )
}
