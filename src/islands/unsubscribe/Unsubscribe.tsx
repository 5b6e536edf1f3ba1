import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { FORUM_SETTINGS } from '#src/contract/forum-paths.ts'
import { MAIL_KIND_NAMES } from '#src/contract/mail-kind.ts'
import type { KindStatus, MailStatus } from '#src/contract/unsubscribe.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { CardHeader, Outcome } from '../auth/CardHeader.tsx'
import { request } from '../call.ts'
import { followTokens } from '../feedback/report-link.ts'
import { DeadLink, GoneLink } from '../resource/LinkOutcome.tsx'
import type { LinkFault } from '../resource/link-resource.ts'
import { createUnsubscription, type Unsubscription } from './unsubscription.ts'

const unsubscription = createUnsubscription({
  look: (token) => request('POST', '/api/unsubscribe/look', { json: { token } }),
  end: (token, topicId) => request('POST', '/api/unsubscribe', { json: { token, topicId } }),
  resume: (token) => request('POST', '/api/unsubscribe', { json: { token, resume: true } }),
})

/** Everything at /unsubscribe. Only a click stops emails: a mail scanner that opens the page changes nothing. (security P-33) */
export function Unsubscribe() {
  useEffect(() => followTokens('token', (token) => void unsubscription.open(token)), [])
  return (
    <ErrorBoundary>
      <UnsubscribeView />
    </ErrorBoundary>
  )
}

/** Each state of the page. */
function UnsubscribeView() {
  const state = useStore(unsubscription.$state)
  if (state.status === 'loading') return <Loading />
  if (state.status === 'failed') return <Failed why={unsubscription.explain(state.fault)} detail={state.fault.detail} />
  const { mailStatus, ...rest } = state.value
  if ('kind' in mailStatus) return <OfKind {...rest} mailStatus={mailStatus} />
  return mailStatus.mail === 'none' ? <Ended /> : <Ready {...rest} mailStatus={mailStatus} />
}

function Failed({ why, detail }: { why: LinkFault; detail: string }) {
  if (why === 'dead')
    return (
      <DeadLink next={<Settings />}>
        {LINK_DEAD} Links expire after 180 days. You can always choose your emails in the forum settings.
      </DeadLink>
    )
  if (why === 'gone') return <GoneLink next={<Settings />} />
  return (
    <Outcome role="alert" title="This page could not load">
      <p>{detail}</p>
      <Button onClick={() => void unsubscription.load()} className="mt-6 w-full">
        Try again
      </Button>
    </Outcome>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-13 w-2/3" />
      <Skeleton className="h-13 w-full" />
    </div>
  )
}

function Ended() {
  return (
    <Outcome role="status" title="Forum emails stopped">
      You will no longer get emails from the forum. You still get emails about your account, such as password resets.
      You can turn forum emails on again in the forum settings.
      <Settings />
    </Outcome>
  )
}

/** Emails that have nothing to do with the forum or an account: the address gets those of one kind, or does not. */
function OfKind({ mailStatus: { kind, masked, isStopped }, busy, failure }: Unsubscription<KindStatus>) {
  const name = MAIL_KIND_NAMES[kind]
  const isBusy = busy !== null
  if (isStopped)
    return (
      <Outcome role="status" title="Emails stopped">
        {masked} no longer gets {name} from us.
        {failure !== null && <Failure>{failure}</Failure>}
        <Button variant="outline" isBusy={isBusy} onClick={() => void unsubscription.resume()} className="mt-6 w-full">
          {isBusy ? 'Saving...' : 'Get them again'}
        </Button>
      </Outcome>
    )
  return (
    <>
      <CardHeader title="Stop these emails?">Nothing changes until you press the button.</CardHeader>
      {failure !== null && <Failure>{failure}</Failure>}
      <p className="mb-5">
        {masked} gets {name} from us.
      </p>
      <Button variant="hero" size="lg" isBusy={isBusy} onClick={() => void unsubscription.end(null)} className="w-full">
        {isBusy ? 'Stopping...' : `Stop ${name}`}
      </Button>
    </>
  )
}

function Failure({ children }: { children: string }) {
  return (
    <p role="alert" className="note mb-5">
      <strong className="block">That did not work.</strong> {children}
    </p>
  )
}

function Ready({ mailStatus, busy, failure }: Unsubscription<MailStatus>) {
  return (
    <>
      <CardHeader title="Stop these emails?">Nothing changes until you press a button.</CardHeader>
      {failure !== null && <Failure>{failure}</Failure>}
      <Button
        variant="hero"
        size="lg"
        isBusy={busy !== null}
        onClick={() => void unsubscription.end(null)}
        className="w-full"
      >
        {busy === 'all' ? 'Stopping...' : 'Stop all forum emails'}
      </Button>
      {mailStatus.topics.length > 0 && <Topics topics={mailStatus.topics} busy={busy} />}
    </>
  )
}

function Topics({ topics, busy }: Pick<Unsubscription, 'busy'> & Pick<MailStatus, 'topics'>) {
  return (
    <>
      <h2 className="mt-8 font-semibold">Or stop emails about one topic</h2>
      <ul className="mt-3 grid gap-5">
        {topics.map(({ id, title, isMuted }) => (
          <li key={id}>
            <p className="leading-snug [overflow-wrap:anywhere]">{title}</p>
            {isMuted ? (
              <p role="status" className="mt-1 text-soft">
                Stopped. You can still read the topic in the forum.
              </p>
            ) : (
              <Button
                variant="outline"
                size="sm"
                className="mt-1"
                isBusy={busy !== null}
                onClick={() => void unsubscription.end(id)}
              >
                {busy === id ? 'Stopping...' : 'Stop these'} <span className="sr-only">emails about {title}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Settings() {
  return (
    <a href={FORUM_SETTINGS} className={buttonClass({ variant: 'outline', className: 'mt-6 w-full' })}>
      Forum settings
    </a>
  )
}
