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
import { ApprovalCard } from './ApprovalCard.tsx'
import { BanCard } from './BanCard.tsx'
import { FactorsCard } from './FactorsCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { RolesCard } from './RolesCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { Standing } from './Standing.tsx'
import { TimelineCard } from './TimelineCard.tsx'
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
        {(user) => <Details user={user} />}
      </Shown>
    </Screen>
  )
}

function Details({ user }: { user: UserRecord }) {
  const viewer = useStore($viewer)
  if (!viewer) return null
  const both = { user, reader: viewer }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ApprovalCard {...both} />
        <ProfileCard {...both} />
        <BanCard {...both} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <RolesCard {...both} />
        <FactorsCard {...both} />
        <SessionsCard {...both} />
      </div>
      <TimelineCard id={user.id} isAdmin={hasRole(viewer.roles, 'admin')} />
    </div>
  )
}
