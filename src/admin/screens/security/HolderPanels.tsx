import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { plural } from '#src/contract/plural.ts'
import { type Ranked, sessionRefusal } from '#src/contract/rank.ts'
import type { AdminSession, RoleHolder } from '#src/contract/security-overview.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { endSession, endSessionsOf, securityQuery } from './security-calls.ts'

type Holders = { holders: readonly RoleHolder[] }

/** Who of the people with a role has a second factor, and who has none. */
export function FactorsPanel({ holders }: Holders) {
  const without = holders.filter(({ factorSince }) => factorSince === null)
  const covered = holders.length - without.length
  return (
    <Panel id="factors" title="Second factors">
      <div className="px-5 py-4">
        <p className="font-semibold">
          {covered} of {holders.length} {holders.length === 1 ? 'person' : 'people'} with a role{' '}
          {covered === 1 ? 'has' : 'have'} a second factor.
        </p>
        <First
          items={[...without, ...holders.filter((holder) => !without.includes(holder))]}
          className="mt-2 grid gap-1"
        >
          {(holder) => (
            <li key={holder.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Person {...holder} />
              {holder.factorSince === null ? (
                <Badge tone="bad">No second factor</Badge>
              ) : (
                <span className="text-[.9375rem] text-soft">since {formatMoment(holder.factorSince)}</span>
              )}
            </li>
          )}
        </First>
      </div>
    </Panel>
  )
}

const SHOWN = 10

type FirstProps<Item> = { items: readonly Item[]; className?: string; children: (item: Item) => ReactNode }

/** The first of a list, and a button that shows the others. */
function First<Item>({ items, className, children }: FirstProps<Item>) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <ul className={className}>{(isWhole ? items : items.slice(0, SHOWN)).map(children)}</ul>
      {!isWhole && items.length > SHOWN && (
        <Button variant="outline" size="sm" onClick={() => setWhole(true)} className="my-3">
          Show all {items.length}
        </Button>
      )}
    </>
  )
}

const NEWEST = 5

/** The roles that were given last, and by whom. */
export function RolesPanel({ holders }: Holders) {
  const newest = holders.toSorted((one, other) => other.grantedAt - one.grantedAt).slice(0, NEWEST)
  return (
    <Panel title="Newest roles">
      <ul className="grid gap-2 px-5 py-4">
        {newest.map((holder) => (
          <li key={holder.id} className="leading-snug">
            <Person {...holder} />, {holder.roles.join(', ')}
            <span className="block text-[.9375rem] text-soft">
              Given {formatAgo(holder.grantedAt)} by {holder.grantedBy}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Person({ id, username }: Pick<RoleHolder, 'id' | 'username'>) {
  return (
    <AdminLink
      to={links.user(id)}
      className="inline-block min-h-6 font-semibold [overflow-wrap:anywhere] underline-offset-4 hover:underline"
    >
      {username}
    </AdminLink>
  )
}

/** Where people with a role are signed in, and ending it. */
export function SessionsPanel({ holders }: Holders) {
  const viewer = useStore($viewer)
  const lastSeen = ({ sessions: [latest] }: RoleHolder) => latest?.lastSeenAt ?? 0
  const signedIn = holders
    .filter(({ sessions }) => sessions.length > 0)
    .toSorted((one, other) => lastSeen(other) - lastSeen(one))
  return (
    <Panel id="sessions" title="Sessions of people with a role">
      {signedIn.length === 0 || !viewer ? (
        <NothingToDo>No one with a role is signed in.</NothingToDo>
      ) : (
        <First items={signedIn}>
          {(holder) => (
            <li key={holder.id} className="border-line border-b px-5 py-3 last:border-b-0">
              <Sessions holder={holder} reader={viewer} />
            </li>
          )}
        </First>
      )}
    </Panel>
  )
}

function Sessions({ holder, reader }: { holder: RoleHolder; reader: Ranked }) {
  const { id, username, roles, sessions } = holder
  const isOwn = id === reader.id
  const refusal = sessionRefusal(reader, holder)
  const { endOne, endAll, isBusy } = useEnd(holder, isOwn)
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Person id={id} username={username} />
        {roles.map((role) => (
          <Badge key={role}>{role}</Badge>
        ))}
      </p>
      <ul className="mt-1 grid gap-2">
        {sessions.map((session) => (
          <li key={session.handle} className="flex items-center justify-between gap-4">
            <SessionWords {...session} />
            {refusal === null && !session.isCurrent && (
              <ActionButton isBusy={isBusy} onClick={() => endOne(session)}>
                End
                <span className="sr-only">
                  {' '}
                  the session of {username} on {session.device}
                </span>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {refusal !== null && <p className="mt-1 text-[.9375rem] text-soft">{refusal}</p>}
      {refusal === null && others.length > 1 && (
        <div className="mt-2">
          <ActionButton isBusy={isBusy} onClick={() => endAll(others)}>
            {isOwn ? 'End all others' : 'End all'}
            <span className="sr-only"> sessions of {username}</span>
          </ActionButton>
        </div>
      )}
    </>
  )
}

function SessionWords({ device, startedAt, lastSeenAt, aal, isCurrent }: AdminSession) {
  return (
    <span className="min-w-0 leading-snug">
      {device}
      {isCurrent && <b> (this session)</b>}
      {aal === 1 && ', without a second factor'}
      <span className="block text-[.9375rem] text-soft">
        Since {formatMoment(startedAt)}, last seen {formatAgo(lastSeenAt)}
      </span>
    </span>
  )
}

/** Ends sessions of one person after a question that says what is lost. */
function useEnd({ id, username }: RoleHolder, isOwn: boolean) {
  const stale = [securityQuery.queryKey, ['user', id]]
  const failed = 'Failed to end the session'
  const one = useSave({ save: endSession, done: 'Session ended', failed, stale })
  const all = useSave({
    save: () => endSessionsOf(id),
    done: ({ ended }) => `${plural(ended, 'session')} of ${username} ended`,
    failed,
    stale,
  })
  const loss = 'Anything not saved in these browsers is lost.'
  return {
    isBusy: one.isPending || all.isPending,
    endOne: ({ handle, device }: AdminSession) =>
      confirm({
        title: `End the session of ${username} on ${device}`,
        message: <p>{username} is signed out there at once. Anything not saved in that browser is lost.</p>,
        label: 'End session',
        busyLabel: 'Ending...',
        act: () => one.mutateAsync(handle),
      }),
    endAll: (sessions: readonly AdminSession[]) =>
      confirm({
        title: isOwn ? 'End all your other sessions' : `End all sessions of ${username}`,
        message: (
          <p>
            {plural(sessions.length, 'session')} will end at once: {sessions.map(({ device }) => device).join(', ')}.{' '}
            {loss}
          </p>
        ),
        label: 'End sessions',
        busyLabel: 'Ending...',
        act: () => all.mutateAsync(),
      }),
  }
}
