import { useState } from 'react'
import type { SessionInfo } from '#src/contract/account.ts'
import { NO_OTHER_DEVICES, YOUR_DEVICES } from '#src/contract/account-sentence.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../call.ts'
import { formatTime } from '../format-instant.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { notify } from '../toasts.ts'
import { AccountSection } from './AccountSection.tsx'
import { attempt, sessions } from './account.ts'

const WORDING = { failed: 'Failed to sign out that device. Please try again.' }

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

function Sessions({ items }: { items: SessionInfo[] }) {
  const [busy, setBusy] = useState<string>()
  const end = async (handle: string) => {
    setBusy(handle)
    const act = () =>
      handle === ''
        ? request('DELETE', '/api/auth/sessions')
        : request('DELETE', '/api/auth/sessions/:handle', { param: { handle } })
    const isDone = await attempt(act, WORDING)
    if (isDone)
      notify({
        kind: 'success',
        message: handle === '' ? 'All other devices are signed out.' : 'The device is signed out.',
      })
    await sessions.load()
    setBusy(undefined)
  }
  const others = items.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <ul className="border-line border-t">
        {items.map((session) => (
          <Session
            key={session.handle}
            session={session}
            isEnding={busy === session.handle}
            isDisabled={busy !== undefined}
            onEnd={() => void end(session.handle)}
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <Button variant="outline" disabled={busy !== undefined} onClick={() => void end('')} className="mt-6">
          {busy === '' ? 'Signing out...' : 'Sign out all others'}
        </Button>
      ) : (
        <p className="mt-5">{NO_OTHER_DEVICES}</p>
      )}
    </>
  )
}

type SessionProps = { session: SessionInfo; isEnding: boolean; isDisabled: boolean; onEnd: () => void }

function Session({ session, isEnding, isDisabled, onEnd }: SessionProps) {
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
        <Button
          variant="outline"
          size="sm"
          disabled={isDisabled}
          aria-label={`Sign out ${session.device}`}
          onClick={onEnd}
        >
          {isEnding ? 'Signing out...' : 'Sign out'}
        </Button>
      )}
    </li>
  )
}
