import type { Ranked } from '#src/contract/rank.ts'
import type { UserRecord } from '#src/contract/user.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { DetailCard } from '../../blocks/DetailCard.tsx'
import { agoOf, momentOf } from '../../blocks/moment.ts'
import { adminRefusal } from './refusals.ts'
import { useUserChange } from './use-user-change.ts'
import { userCalls } from './user-calls.ts'

/** Where somebody is signed in, and ending it. */
export function SessionsCard({ user, reader }: { user: UserRecord; reader: Ranked }) {
  const { id, username, sessions } = user
  const one = useUserChange<string>({
    save: userCalls(id).endSession,
    done: 'Session ended',
    failed: 'Failed to end the session',
  })
  const all = useUserChange({
    save: userCalls(id).endSessions,
    done: `${username} was signed out everywhere`,
    failed: 'Failed to sign them out',
  })
  const refusal = adminRefusal(reader, user)
  return (
    <DetailCard title="Sessions">
      {sessions.length === 0 ? (
        <p>Not signed in anywhere.</p>
      ) : (
        <>
          <ul className="grid w-full gap-3">
            {sessions.map(({ handle, device, startedAt, lastSeenAt, isCurrent }) => (
              <li key={handle} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span>
                  <b>{device}</b>
                  {isCurrent && ' (this session)'}
                  <span className="block text-[.9375rem] text-soft">
                    Since {momentOf(startedAt)}, last seen {agoOf(lastSeenAt)}
                  </span>
                </span>
                {refusal === null && (
                  <ActionButton isBusy={one.isPending} onClick={() => one.mutate(handle)}>
                    End<span className="sr-only"> the session on {device}</span>
                  </ActionButton>
                )}
              </li>
            ))}
          </ul>
          <ActionButton refusal={refusal} isBusy={all.isPending} onClick={() => all.mutate()}>
            Sign out everywhere
          </ActionButton>
        </>
      )}
    </DetailCard>
  )
}
