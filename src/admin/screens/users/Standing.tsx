import type { UserLine } from '#src/contract/user.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { momentOf } from '../../blocks/moment.ts'

type StandingProps = Pick<UserLine, 'approval' | 'ban' | 'isConfirmed' | 'isDeleted' | 'roles'>

/** How somebody stands, in a few words: what keeps them out comes first. */
export function Standing({ approval, ban, isConfirmed, isDeleted, roles }: StandingProps) {
  if (isDeleted) return <Badge>Deleted</Badge>
  return (
    <span className="flex flex-wrap gap-1.5">
      {ban && <Badge tone="bad">{ban.until === null ? 'Banned' : `Banned until ${momentOf(ban.until)}`}</Badge>}
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

export const ROLE_NAMES = { owner: 'Owner', admin: 'Admin', moderator: 'Moderator' } as const
