import { hasRole, type Ranked } from '#src/contract/rank.ts'
import type { UserRecord } from '#src/contract/user.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { DetailCard, FactList } from '../../blocks/DetailCard.tsx'
import { agoOf, momentOf } from '../../blocks/moment.ts'
import { REFUSAL } from './refusals.ts'
import { useUserChange } from './use-user-change.ts'
import { userCalls } from './user-calls.ts'

/** Who somebody is, and how they come in. */
export function ProfileCard({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const { id, username, fullName, email, isConfirmed, isDeleted, createdAt, lastSeenAt, hasPassword, lockedUntil } =
    user
  const mail = useUserChange({
    save: userCalls(id).mailReset,
    done: 'Password reset link sent',
    failed: 'Failed to send reset email',
  })
  const refusal = isDeleted ? REFUSAL.deleted : hasRole(reader.roles, 'admin') ? null : REFUSAL.admins
  const password = hasPassword ? 'Set' : 'None'
  return (
    <DetailCard title="Profile">
      <FactList
        facts={[
          ['Username', username],
          ['Full name', fullName ?? 'Not given'],
          ['Email', email ?? 'Removed'],
          ['Email status', isConfirmed ? 'Confirmed' : 'Not confirmed'],
          ['Registered', momentOf(createdAt)],
          ['Last seen', lastSeenAt === null ? 'Never' : agoOf(lastSeenAt)],
          ['Password', lockedUntil === null ? password : `${password}, locked until ${momentOf(lockedUntil)}`],
          ['Google', user.googleLinkedAt === null ? 'Not linked' : `Linked ${agoOf(user.googleLinkedAt)}`],
        ]}
      />
      <ActionButton refusal={refusal} isBusy={mail.isPending} onClick={() => mail.mutate()}>
        Send reset link
      </ActionButton>
    </DetailCard>
  )
}
