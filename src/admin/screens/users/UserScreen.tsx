import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { hasRole } from '#src/contract/rank.ts'
import type { UserRecord } from '#src/contract/user.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { links } from '../../links.ts'
import { ApprovalMatter } from './ApprovalMatter.tsx'
import { BanMatter } from './BanMatter.tsx'
import { FactorsMatter } from './FactorsMatter.tsx'
import { ProfileMatter } from './ProfileMatter.tsx'
import { RolesMatter } from './RolesMatter.tsx'
import { SessionsMatter } from './SessionsMatter.tsx'
import { Standing } from './Standing.tsx'
import { TimelineMatter } from './TimelineMatter.tsx'
import { userQuery } from './user-calls.ts'

/** Everything about one user, and everything that is decided about them. */
export function UserScreen() {
  const { userId = '' } = useParams({ strict: false })
  const query = useQuery(userQuery(userId))
  return (
    <Screen
      title={query.data?.username ?? 'User'}
      lead={query.data && <Standing {...query.data} />}
      actions={
        <Button asChild variant="outline" size="sm">
          <AdminLink href={links.users()}>All users</AdminLink>
        </Button>
      }
    >
      <Shown query={query} what="this user">
        {(user) => <Matters user={user} />}
      </Shown>
    </Screen>
  )
}

function Matters({ user }: { user: UserRecord }) {
  const viewer = useStore($viewer)
  if (!viewer) return null
  const both = { user, reader: viewer }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ApprovalMatter {...both} />
        <ProfileMatter {...both} />
        <BanMatter {...both} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <RolesMatter {...both} />
        <FactorsMatter {...both} />
        <SessionsMatter {...both} />
      </div>
      <TimelineMatter id={user.id} isAdmin={hasRole(viewer.roles, 'admin')} />
    </div>
  )
}
