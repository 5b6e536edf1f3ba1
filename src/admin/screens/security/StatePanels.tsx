import { useState } from 'react'
import { VERIFY_CHAIN } from '#src/contract/audit-log.ts'
import { LIVE_KINDS } from '#src/contract/emergency.ts'
import { formatDuration } from '#src/contract/plural.ts'
import type { AccountLock, SecurityOverview } from '#src/contract/security-overview.ts'
import type { AddressBan } from '#src/contract/user.ts'
import { Button } from '#src/ui/Button.tsx'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAge, formatAgo, formatMoment } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { links as to } from '../../links.ts'
import { useLiftBan } from '../users/use-lift-ban.tsx'

const linkClass = 'inline-block min-h-6 font-semibold [overflow-wrap:anywhere] underline-offset-4 hover:underline'
const lineClass = 'flex items-center justify-between gap-4 leading-snug'

type LocksProps = Pick<SecurityOverview, 'locks' | 'addressBans' | 'bannedPeople' | 'hasMoreBans'>

/** Who is kept out now, why, and until when. */
export function LocksPanel({ locks, addressBans, bannedPeople, hasMoreBans }: LocksProps) {
  const lift = useLiftBan()
  const isNone = locks.length + addressBans.length + bannedPeople.length === 0
  return (
    <Panel id="locks" title="Locks and bans">
      {isNone && <NothingToDo>No account is locked, and nothing is banned.</NothingToDo>}
      {!isNone && (
        <ul className="grid gap-3 px-5 py-4">
          {locks.map((lock) => (
            <LockLine key={`${lock.userId} ${lock.what}`} {...lock} />
          ))}
          {bannedPeople.map(({ id, username, ban: { reason, until } }) => (
            <li key={id} className={lineClass}>
              <span>
                <AdminLink to={to.user(id)} className={linkClass}>
                  {username}
                </AdminLink>{' '}
                is banned{until === null ? ' until lifted' : ` until ${formatMoment(until)}`}.
                <span className="block text-[.9375rem] text-soft">{reason}</span>
              </span>
            </li>
          ))}
          {addressBans.map((ban) => (
            <AddressLine key={ban.id} ban={ban} onLift={() => lift(ban)} />
          ))}
        </ul>
      )}
      {hasMoreBans && (
        <p className="px-5 pb-4">
          <AdminLink to={to.users({ tab: 'addresses' })} className={linkClass}>
            All banned IP addresses
          </AdminLink>{' '}
          and{' '}
          <AdminLink to={to.users({ tab: 'all', state: 'banned' })} className={linkClass}>
            all banned people
          </AdminLink>
        </p>
      )}
    </Panel>
  )
}

function LockLine({ userId, username, roles, what, failures, until }: AccountLock) {
  return (
    <li>
      <AdminLink to={to.user(userId)} className={linkClass}>
        {username}
      </AdminLink>
      {roles.length > 0 && `, ${roles.join(', ')},`} takes no {what} until {formatMoment(until)}.
      <span className="block text-[.9375rem] text-soft">
        {failures} wrong {what} in a row. The lock ends by itself, or when a new password is set.
      </span>
    </li>
  )
}

function AddressLine({ ban, onLift }: { ban: AddressBan; onLift: () => void }) {
  const { address, reason, by, expiresAt } = ban
  return (
    <li className={lineClass}>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-mono font-semibold">{address}</span> is banned
        {expiresAt === null ? ' until lifted' : ` until ${formatMoment(expiresAt)}`}.
        <span className="block text-[.9375rem] text-soft">
          {reason}, by {by}
        </span>
      </span>
      <span className="shrink-0">
        <ActionButton onClick={onLift}>
          Lift ban<span className="sr-only"> on {address}</span>
        </ActionButton>
      </span>
    </li>
  )
}

const PURPOSES: Readonly<Record<string, string>> = LIVE_KINDS

function describeLimit(purpose: string, limit: number): string {
  if (limit === 0) return 'of a kind that is not known'
  return `too old after ${formatDuration(limit)}${purpose === 'calendar-feed' ? ' without a load' : ''}`
}

/** Links, calendar addresses and sessions that work without a password: how many of each kind, how old, and the previews that were shared. */
export function LinksPanel({ links, previews }: Pick<SecurityOverview, 'links' | 'previews'>) {
  return (
    <Panel title="Live links and tokens">
      {links.length === 0 ? (
        <NothingToDo>No link, calendar address or session of the vendor portal works at present.</NothingToDo>
      ) : (
        <div className="px-5 py-4">
          <table className="w-full text-left tabular-nums">
            <caption className="sr-only">Live links and tokens by purpose</caption>
            <thead className="text-[.8125rem] text-soft">
              <tr>
                <th scope="col">Purpose</th>
                <th scope="col" className="px-3 text-right">
                  Live
                </th>
                <th scope="col" className="text-right">
                  Too old
                </th>
              </tr>
            </thead>
            <tbody>
              {links.map(({ purpose, count, oldest, limit, overdue }) => (
                <tr key={purpose} className="border-line border-t">
                  <th scope="row" className="py-1.5 font-normal leading-snug">
                    {PURPOSES[purpose] ?? purpose}
                    <span className="block text-[.875rem] text-soft">
                      oldest {formatAge(oldest)}, {describeLimit(purpose, limit)}
                    </span>
                  </th>
                  <td className="px-3 text-right">{count.toLocaleString('en-US')}</td>
                  <td className="text-right">{overdue.toLocaleString('en-US')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Previews {...previews} />
        </div>
      )}
    </Panel>
  )
}

function Previews({ items, total }: SecurityOverview['previews']) {
  if (items.length === 0) return null
  return (
    <>
      <h3 className="mt-5 font-semibold">Shared previews</h3>
      <ul className="mt-1 grid gap-2">
        {items.map(({ id, eventId, eventName, note, by, createdAt, expiresAt }) => (
          <li key={id} className="leading-snug [overflow-wrap:anywhere]">
            <AdminLink to={to.eventPreview(eventId)} className={linkClass}>
              {eventName}
            </AdminLink>
            <span className="block text-[.9375rem] text-soft">
              {note && `For ${note}. `}Shared {formatAgo(createdAt)} by {by}, works until {formatMoment(expiresAt)}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-[.9375rem] text-soft">
        {total > items.length && `The oldest ${items.length} of ${total}. `}Open the event to revoke a link.
      </p>
    </>
  )
}

const ChainDialog = lazyComponent(async () => (await import('../audit-log/ChainDialog.tsx')).ChainDialog)

/** The newest entry of the audit log, and checking all of them. */
export function AuditPanel({ head, verifiedAt }: { head: SecurityOverview['auditHead']; verifiedAt: number | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title="Audit log">
      <div className="grid justify-items-start gap-3 px-5 py-4 leading-snug">
        {head ? (
          <p className="min-w-0 max-w-full">
            The newest entry is number {head.id.toLocaleString('en-US')}, from {formatMoment(head.at)}. Its hash:
            <span className="block font-mono text-[.875rem] [overflow-wrap:anywhere]">{head.hash}</span>
          </p>
        ) : (
          <p>The audit log is empty.</p>
        )}
        <p className="text-[.9375rem] text-soft">
          {verifiedAt !== null && `The security test last found all entries intact ${formatAgo(verifiedAt)}. `}Keep the
          hash somewhere else. It proves later that no entry up to this one was removed or rewritten.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {VERIFY_CHAIN}
          </Button>
          <AdminLink to={to.auditLog()} className={linkClass}>
            Open the audit log
          </AdminLink>
        </div>
      </div>
      {isOpen && <ChainDialog isOpen onClose={() => setOpen(false)} />}
    </Panel>
  )
}
