import { type ReactNode, useState } from 'react'
import { NO_ONE_WAITING, type UserLine } from '#src/contract/user.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../../api.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { ShowMore } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { KeyHints, useQueueKeys } from '../../blocks/queue-keys.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import {
  OfSelected,
  RefusedList,
  SelectBox,
  type Selection,
  SelectionBar,
  useSelection,
} from '../../blocks/selection.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'
import { KEY_HINTS, QUEUE_STEPS } from './queue-keys.ts'
import { useDecide } from './use-decide.ts'

const RejectDialog = lazyComponent(async () => (await import('./UserDialogs.tsx')).RejectDialog)

/** Registrations that wait for a decision, oldest first. */
export function QueuePanel() {
  const list = useList(['users', 'queue'], (cursor) =>
    ask(() => api.users.$get({ query: { approval: 'pending', limit: '50', ...cursor } })),
  )
  return (
    <Shown query={list} what="registrations">
      {(people) => <Queue list={list} people={people} />}
    </Shown>
  )
}

/** The decisions about `people`, by button or by key, and the people whose rejection is being confirmed. */
function useQueue(people: UserLine[]) {
  const [rejecting, setRejecting] = useState<string[]>([])
  const { decide, isBusy, left, forget } = useDecide(() => setRejecting([]))
  const approve = (ids: string[]) => {
    if (!isBusy) decide({ ids, from: 'pending', decision: 'approved' })
  }
  const selection = useSelection(people)
  const ids = selection.selected.map(({ id }) => id)
  const keys = useQueueKeys({
    entries: people,
    focusOn: '[data-person] input',
    steps: QUEUE_STEPS,
    onAct: (act, { id }) => {
      const chosen = ids.length > 0 ? ids : [id]
      if (act === 'select') selection.toggle(id)
      if (act === 'approve') approve(chosen)
      if (act === 'reject') setRejecting(chosen)
    },
  })
  return { rejecting, setRejecting, decide, approve, isBusy, left, forget, selection, keys }
}

function Queue({ list, people }: { list: List<UserLine>; people: UserLine[] }) {
  const { rejecting, setRejecting, decide, approve, isBusy, left, forget, selection, keys } = useQueue(people)
  const getNames = (ids: string[]) => people.filter(({ id }) => ids.includes(id)).map(({ username }) => username)
  return (
    <>
      <RefusedList refused={left} onClose={forget} />
      {people.length === 0 && (
        <Empty title={NO_ONE_WAITING}>
          People who have registered and confirmed their email appear here for approval.
        </Empty>
      )}
      {people.length > 0 && (
        <QueueBar
          count={people.length}
          selection={selection}
          isBusy={isBusy}
          onApprove={approve}
          onReject={setRejecting}
        />
      )}
      <ul ref={keys} aria-label="Waiting for approval" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {people.map((person) => (
          <QueueCard
            key={person.id}
            person={person}
            isSelected={selection.isSelected(person.id)}
            onToggle={() => selection.toggle(person.id)}
          >
            <Button size="sm" isBusy={isBusy} onClick={() => approve([person.id])}>
              Approve<span className="sr-only"> {person.username}</span>
            </Button>
            <Button size="sm" variant="outline" isBusy={isBusy} onClick={() => setRejecting([person.id])}>
              Reject<span className="sr-only"> {person.username}</span>
            </Button>
          </QueueCard>
        ))}
      </ul>
      <ShowMore what="registrations" list={list} />
      {rejecting.length > 0 && (
        <RejectDialog
          names={getNames(rejecting)}
          isBusy={isBusy}
          onReject={(reason) => decide({ ids: rejecting, from: 'pending', decision: 'rejected', reason })}
          onClose={() => setRejecting([])}
        />
      )}
    </>
  )
}

type QueueBarProps = {
  count: number
  selection: Selection<UserLine>
  isBusy: boolean
  onApprove: (ids: string[]) => void
  onReject: (ids: string[]) => void
}

/** What can be done with all selected people, and the keys that do it. */
function QueueBar({ count, selection, isBusy, onApprove, onReject }: QueueBarProps) {
  const ids = selection.selected.map(({ id }) => id)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
      <SelectionBar what="people" count={count} selection={selection} isBusy={isBusy}>
        {(state) => (
          <>
            <Button size="sm" {...state} onClick={() => onApprove(ids)}>
              <OfSelected>Approve</OfSelected>
            </Button>
            <Button size="sm" variant="outline" {...state} onClick={() => onReject(ids)}>
              <OfSelected>Reject</OfSelected>
            </Button>
          </>
        )}
      </SelectionBar>
      <KeyHints hints={KEY_HINTS} className="lg:ml-auto" />
    </div>
  )
}

type QueueCardProps = { person: UserLine; isSelected: boolean; onToggle: () => void; children: ReactNode }

/** A person who waits for approval, with the facts that help to decide. */
function QueueCard({ person, isSelected, onToggle, children }: QueueCardProps) {
  const { username, fullName, email, createdAt, lastSeenAt, ban, roles } = person
  return (
    <li
      data-person={person.id}
      className="admin-panel flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-3.5 focus-within:border-focus has-checked:bg-plate has-checked:text-on-plate"
    >
      <SelectBox name={username} isSelected={isSelected} onToggle={onToggle} />
      <div className="min-w-0 flex-[1_1_14rem] leading-snug [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <AdminLink to={links.user(person.id)} className="font-semibold text-[1.125rem]">
            {username}
          </AdminLink>
          {fullName && <span>{fullName}</span>}
          {ban && <Badge tone="bad">Banned</Badge>}
          {roles.map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
        </p>
        <p className="mt-0.5">{email}</p>
      </div>
      <p className="flex-[1_1_12rem] text-[.9375rem] leading-snug">
        <span className="block">
          Registered <time title={formatMoment(createdAt)}>{formatAgo(createdAt)}</time>
        </span>
        <span className="block">{lastSeenAt === null ? 'Never signed in' : `Last seen ${formatAgo(lastSeenAt)}`}</span>
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}
