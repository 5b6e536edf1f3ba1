import { useState } from 'react'
import type { SessionInfo } from '#src/contract/account.ts'
import { NO_OTHER_DEVICES, YOUR_DEVICES } from '#src/contract/account-sentence.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../call.ts'
import { formatTime } from '../format-instant.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { notify } from '../toasts.ts'
import { AccountSection } from './AccountSection.tsx'
import { sessions, useAccountAction } from './account.ts'

/** In place of a session's handle: all other sessions. */
const OTHERS = ''

/** The viewer's sessions, with buttons that end them. */
export function SessionsSection() {
  return (
    <AccountSection id="sessions" title={YOUR_DEVICES} lead="Browsers that are signed in to your account.">
      <ResourceState of={sessions} what="your devices">
        {(items) => <Sessions items={items} />}
      </ResourceState>
    </AccountSection>
  )
}

/** Ends one session, or with `OTHERS` all but this one. */
function endSession(handle: string): Promise<unknown> {
  if (handle === OTHERS) return request('DELETE', '/api/auth/sessions')
  return request('DELETE', '/api/auth/sessions/:handle', { param: { handle } })
}

function Sessions({ items }: { items: SessionInfo[] }) {
  const [ending, setEnding] = useState<string>()
  const [, end] = useAccountAction({
    act: endSession,
    wording: { failed: 'Failed to sign out that device. Please try again.' },
    onDone: (_, handle) =>
      notify({
        kind: 'success',
        message: handle === OTHERS ? 'All other devices are signed out.' : 'The device is signed out.',
      }),
  })
  const endAndReload = async (handle: string) => {
    setEnding(handle)
    await end(handle)
    await sessions.load()
    setEnding(undefined)
  }
  const others = items.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <ul className="border-line border-t">
        {items.map((session) => (
          <Session
            key={session.handle}
            session={session}
            isEnding={ending === session.handle}
            isBusy={ending !== undefined}
            onEnd={() => void endAndReload(session.handle)}
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <Button
          variant="outline"
          isBusy={ending !== undefined}
          onClick={() => void endAndReload(OTHERS)}
          className="mt-6"
        >
          {ending === OTHERS ? 'Signing out...' : 'Sign out all others'}
        </Button>
      ) : (
        <p className="mt-5">{NO_OTHER_DEVICES}</p>
      )}
    </>
  )
}

type SessionProps = { session: SessionInfo; isEnding: boolean; isBusy: boolean; onEnd: () => void }

function Session({ session, isEnding, isBusy, onEnd }: SessionProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold leading-snug">
          {session.device}
          {session.isCurrent && (
            <span className="label ml-3 inline-block rounded bg-plate px-2 py-1 text-[1rem] text-on-plate">
              This device
            </span>
          )}
        </p>
        <p className="mt-1 text-[.9375rem] text-soft leading-snug">
          Since {formatTime(session.startedAt)}. Last seen {formatTime(session.lastSeenAt)}.
        </p>
      </div>
      {!session.isCurrent && (
        <Button variant="outline" size="sm" isBusy={isBusy} aria-label={`Sign out ${session.device}`} onClick={onEnd}>
          {isEnding ? 'Signing out...' : 'Sign out'}
        </Button>
      )}
    </li>
  )
}
