import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { hasRole, type Ranked } from '#src/contract/rank.ts'
import type { TimelineEntry } from '#src/contract/timeline.ts'
import type { UserRecord } from '#src/contract/user.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../../api.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { DetailCard, FactList } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'
import { ApprovalCard, BanCard } from './AccessCards.tsx'
import { RolesCard, StatusBadges } from './RolesCard.tsx'
import { REFUSAL } from './refusals.ts'
import { FactorsCard, SessionsCard } from './SecurityCards.tsx'
import { userCalls, userQuery, useUserChange } from './user-calls.ts'

/** Everything about one user, and everything that is decided about them. */
export function UserScreen() {
  const { userId } = useParams({ from: '/admin/users/$userId' })
  const query = useQuery(userQuery(userId))
  return (
    <Screen
      title={query.data?.username ?? 'User'}
      lead={query.data && <StatusBadges {...query.data} />}
      actions={
        <Button asChild variant="outline" size="sm">
          <AdminLink to={links.users()}>All users</AdminLink>
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

/** A person's name, email address, and ways of signing in. */
function ProfileCard({ user, reader }: { user: UserRecord; reader: Ranked }) {
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
          ['Registered', formatMoment(createdAt)],
          ['Last seen', lastSeenAt === null ? 'Never' : formatAgo(lastSeenAt)],
          ['Password', lockedUntil === null ? password : `${password}, locked until ${formatMoment(lockedUntil)}`],
          ['Google', user.googleLinkedAt === null ? 'Not linked' : `Linked ${formatAgo(user.googleLinkedAt)}`],
        ]}
      />
      <ActionButton refusal={refusal} isBusy={mail.isPending} onClick={() => mail.mutate()}>
        Send reset link
      </ActionButton>
    </DetailCard>
  )
}

/** What a person did and what was done to their account, newest first. */
function TimelineCard({ id, isAdmin }: { id: string; isAdmin: boolean }) {
  const param = { id }
  const list = useList(['timeline', id], (cursor) =>
    ask(() => api.users[':id'].timeline.$get({ param, query: cursor })),
  )
  return (
    <DetailCard title="Timeline">
      <div className="w-full">
        <Shown query={list} what="the timeline">
          {(entries) => (entries.length === 0 ? <p>No activity yet.</p> : <Entries entries={entries} />)}
        </Shown>
      </div>
      {list.hasMore && (
        <Button variant="outline" size="sm" isBusy={list.isLoadingMore} onClick={list.loadMore}>
          {list.isLoadingMore ? 'Loading...' : 'Show more'}
        </Button>
      )}
      {isAdmin && (
        <AdminLink to={links.auditLog({ actor: id })} className="inline-block min-h-6 font-semibold">
          All their changes in the audit log
        </AdminLink>
      )}
    </DetailCard>
  )
}

function Entries({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="grid gap-0 border-line border-l-2">
      {entries.map(({ id, at, sentence, isWarning }) => (
        <li key={id} className="relative pb-4 pl-5">
          <span
            aria-hidden="true"
            className={`absolute top-1 -left-[.4375rem] size-3 border-2 ${
              isWarning ? 'border-stop bg-stop' : 'rounded-full border-plate-line bg-plate'
            }`}
          />
          <time dateTime={new Date(at).toISOString()} className="block text-[.875rem] text-soft tabular-nums">
            {formatMoment(at)}
          </time>
          {isWarning && <span className="sr-only">Warning: </span>}
          {sentence}
        </li>
      ))}
    </ol>
  )
}
