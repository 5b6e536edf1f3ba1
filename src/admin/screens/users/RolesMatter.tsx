import { useState } from 'react'
import type { Ranked } from '#src/contract/rank.ts'
import type { RoleGrant, UserRecord } from '#src/contract/user.ts'
import type { Role } from '#src/contract/viewer.ts'
import { Select } from '#src/ui/Select.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { momentOf } from '../../blocks/moment.ts'
import { Act } from './Act.tsx'
import { Matter } from './Matter.tsx'
import { grantRefusal, ROLE_ORDER, revokeRefusal } from './refusals.ts'
import { ROLE_NAMES } from './Standing.tsx'
import { useUserChange } from './use-user-change.ts'
import { userCalls } from './user-calls.ts'

const MAY: Record<Role, string> = {
  moderator: 'the forum, reports and the approval of users',
  admin: 'everything but roles and the emergency reset',
  owner: 'everything',
}

/** What somebody is trusted with. Owners alone change it. (design 8: roles) */
export function RolesMatter({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const { id, username, grants, factorCount } = user
  const revoke = useUserChange<Role>({
    save: userCalls(id).revokeRole,
    done: (_user, role) => `${username} is no ${role} any more`,
    failed: 'Failed to take the role away',
  })
  const askToRevoke = ({ role }: RoleGrant) =>
    confirm({
      title: `Take ${ROLE_NAMES[role].toLowerCase()} from ${username}`,
      message: <p>They are signed out everywhere and lose access to {MAY[role]}.</p>,
      label: 'Take role away',
      busyLabel: 'Taking...',
      act: () => revoke.mutateAsync(role),
    })
  return (
    <Matter title="Roles">
      {grants.length === 0 && <p>No role: a member.</p>}
      {grants.map((grant) => (
        <div key={grant.role} className="grid w-full justify-items-start gap-2">
          <p>
            <b>{ROLE_NAMES[grant.role]}</b>: {MAY[grant.role]}.{' '}
            <span className="text-soft">
              Since {momentOf(grant.at)}, by {grant.by}.
            </span>
          </p>
          <Act refusal={revokeRefusal(reader)} isBusy={revoke.isPending} onClick={() => askToRevoke(grant)}>
            Take {ROLE_NAMES[grant.role].toLowerCase()} away
          </Act>
        </div>
      ))}
      <Grant key={grants.length} user={user} reader={reader} />
      <p className="text-[.9375rem] text-soft">
        With a role, the next password they set needs 15 characters, or 8 beside a second factor. The one they have now
        is not checked{factorCount === 0 && ': ask them to add a second factor first'}.
      </p>
    </Matter>
  )
}

function Grant({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const { id, username, roles } = user
  const free = ROLE_ORDER.filter((role) => !roles.includes(role))
  const [chosen, choose] = useState(free[0])
  const grant = useUserChange<Role>({
    save: userCalls(id).grantRole,
    done: (_user, role) => `${username} is ${role === 'moderator' ? 'a' : 'an'} ${role} now`,
    failed: 'Failed to give the role',
  })
  if (chosen === undefined) return null
  const refusal = grantRefusal(reader, user)
  return (
    <div className="grid w-full max-w-sm justify-items-start gap-3">
      <div className="w-full">
        <Select
          label="Another role"
          value={chosen}
          disabled={refusal !== null}
          onChange={({ target }) => choose(free.find((role) => role === target.value))}
          options={free.map((role) => [role, ROLE_NAMES[role]] as const)}
          hint={`Opens ${MAY[chosen]}.`}
        />
      </div>
      <Act refusal={refusal} isBusy={grant.isPending} onClick={() => grant.mutate(chosen)}>
        Give role
      </Act>
    </div>
  )
}
