import { useState } from 'react'
import type { Ranked } from '#src/contract/rank.ts'
import {
  ASSIGN_ROLE,
  NEW_ROLE,
  NO_ROLE,
  REMOVE_ROLE,
  ROLE_PASSWORD,
  type RoleGrant,
  roleAssigned,
  roleRemoved,
  type UserLine,
  type UserRecord,
} from '#src/contract/user.ts'
import { ROLES, type Role } from '#src/contract/viewer.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Select } from '#src/ui/Select.tsx'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { grantRefusal, revokeRefusal } from './refusals.ts'
import { userCalls, useUserChange } from './user-calls.ts'

const MAY: Record<Role, string> = {
  moderator: 'the forum, reports and user approval',
  admin: 'everything except roles and the emergency reset',
  owner: 'everything',
}

/** A person's roles. Only owners change them. (product 6: roles) */
export function RolesCard({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const { id, username, grants, factorCount } = user
  const revoke = useUserChange<Role>({
    save: userCalls(id).revokeRole,
    done: (_user, role) => roleRemoved(username, role),
    failed: 'Failed to remove the role',
  })
  const askToRevoke = ({ role }: RoleGrant) =>
    confirm({
      title: `Remove the ${ROLE_NAMES[role].toLowerCase()} role from ${username}`,
      message: <p>They are signed out everywhere and lose access to {MAY[role]}.</p>,
      label: REMOVE_ROLE,
      busyLabel: 'Removing...',
      act: () => revoke.mutateAsync(role),
    })
  return (
    <DetailCard title="Roles">
      {grants.length === 0 && <p>{NO_ROLE}</p>}
      {grants.map((grant) => (
        <div key={grant.role} className="grid w-full justify-items-start gap-2">
          <p>
            <b>{ROLE_NAMES[grant.role]}</b>: {MAY[grant.role]}.{' '}
            <span className="text-soft">
              Since {formatMoment(grant.at)}, by {grant.by}.
            </span>
          </p>
          <ActionButton refusal={revokeRefusal(reader)} isBusy={revoke.isPending} onClick={() => askToRevoke(grant)}>
            Remove {ROLE_NAMES[grant.role].toLowerCase()} role
          </ActionButton>
        </div>
      ))}
      <Grant key={grants.length} user={user} reader={reader} />
      <p className="text-[.9375rem] text-soft">
        With a role, their next password {ROLE_PASSWORD}. Their current password is not checked
        {factorCount === 0 && ', so ask them to turn on two-step verification first'}.
      </p>
    </DetailCard>
  )
}

function Grant({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const { id, username, roles } = user
  const free = ROLES.toReversed().filter((role) => !roles.includes(role))
  const [chosen, choose] = useState(free[0])
  const grant = useUserChange<Role>({
    save: userCalls(id).grantRole,
    done: (_user, role) => roleAssigned(username, role),
    failed: 'Failed to assign the role',
  })
  if (chosen === undefined) return null
  const refusal = grantRefusal(reader, user)
  return (
    <div className="grid w-full max-w-sm justify-items-start gap-3">
      <div className="w-full">
        <Select
          label={NEW_ROLE}
          value={chosen}
          disabled={refusal !== null}
          onChange={({ target }) => choose(free.find((role) => role === target.value))}
          options={free.map((role) => [role, ROLE_NAMES[role]] as const)}
          hint={`Gives access to ${MAY[chosen]}.`}
        />
      </div>
      <ActionButton refusal={refusal} isBusy={grant.isPending} onClick={() => grant.mutate(chosen)}>
        {ASSIGN_ROLE}
      </ActionButton>
    </div>
  )
}

type StandingProps = Pick<UserLine, 'approval' | 'ban' | 'isConfirmed' | 'isDeleted' | 'roles'>

/** The status of an account in a few words, restrictions first. */
export function StatusBadges({ approval, ban, isConfirmed, isDeleted, roles }: StandingProps) {
  if (isDeleted) return <Badge>Deleted</Badge>
  return (
    <span className="flex flex-wrap gap-1.5">
      {ban && <Badge tone="bad">{ban.until === null ? 'Banned' : `Banned until ${formatMoment(ban.until)}`}</Badge>}
      {!isConfirmed && <Badge>Email not confirmed</Badge>}
      {approval === 'pending' && <Badge tone="waiting">Waiting for approval</Badge>}
      {approval === 'rejected' && <Badge tone="bad">Rejected</Badge>}
      {approval === 'approved' && roles.length === 0 && <Badge>Approved</Badge>}
      {roles.map((role) => (
        <Badge key={role} tone="good">
          {ROLE_NAMES[role]}
        </Badge>
      ))}
    </span>
  )
}

const ROLE_NAMES = { owner: 'Owner', admin: 'Admin', moderator: 'Moderator' } as const
