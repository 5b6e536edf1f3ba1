import { useEffect } from 'react'
import type { AccountAnswer } from '#src/contract/account.ts'
import { TOPIC_WAITS } from '#src/contract/forum.ts'
import { FORUM_NEW } from '#src/contract/forum-paths.ts'
import type { WaitingTopic } from '#src/contract/forum-post.ts'
import { AccountNotice } from '#src/sections/AccountNotice.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { request } from '../call.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { createResource } from '../resource/resource.ts'
import { $viewer } from '../viewer/viewer.ts'
import { listWaitingTopics } from './forum-calls.ts'
import './forum-layer.ts'

const account = createResource(async () => {
  const [own, { items }] = await Promise.all([request('GET', '/api/auth/account'), listWaitingTopics()])
  return { own, waiting: items }
})

/** The viewer's name and whether they may post. It loads only for signed-in viewers. */
export function MemberPanel() {
  useEffect(() => {
    void account.load()
    return $viewer.listen((viewer) => (viewer ? void account.load() : account.forget()))
  }, [])
  return (
    <ErrorBoundary>
      <div className="forum-layer">
        <ResourceState of={account} what="your account">
          {({ own, waiting }) => <Member own={own} waiting={waiting} />}
        </ResourceState>
      </div>
    </ErrorBoundary>
  )
}

function Member({ own, waiting }: { own: AccountAnswer; waiting: readonly WaitingTopic[] }) {
  const { email, username, fullName } = own
  return (
    <>
      <p className="font-semibold text-[1.375rem] [overflow-wrap:anywhere]">{fullName ?? username}</p>
      <p className="mb-6 text-soft leading-snug [overflow-wrap:anywhere]">
        {fullName === null ? email : `${username}, ${email}`}
      </p>
      <div className="max-w-3xl">
        <AccountNotice {...own} />
      </div>
      {waiting.map(({ title, post }) => (
        <p key={post.id} className="mt-4 leading-snug [overflow-wrap:anywhere]">
          {TOPIC_WAITS}:{' '}
          <a href={FORUM_NEW} className="underline underline-offset-4">
            {title}
          </a>
        </p>
      ))}
      <a href="/account" className={buttonClass({ variant: 'outline', className: 'mt-6' })}>
        Your account
      </a>
    </>
  )
}

const registration = createResource(() => request('GET', '/api/auth/account'))

/** The status of the registration of a viewer who may not post yet. */
export function RegistrationStatus() {
  useEffect(() => {
    void registration.load()
    return registration.forget
  }, [])
  return (
    <div className="max-w-3xl">
      <ResourceState of={registration} what="your account">
        {(own) => <AccountNotice {...own} />}
      </ResourceState>
    </div>
  )
}
