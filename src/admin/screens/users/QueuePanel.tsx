import { type ReactNode, useId, useState } from 'react'
import { NO_ONE_WAITING, type UserLine } from '#src/contract/user.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { api, ask } from '../../api.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { later } from '../../blocks/later.tsx'
import { agoOf, momentOf } from '../../blocks/moment.ts'
import { KeyHints, useQueueKeys } from '../../blocks/queue-keys.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'
import { KEY_HINTS, QUEUE_STEPS } from './queue-keys.ts'
import { DecisionReport, useDecide } from './use-decide.tsx'

const RejectDialog = later(async () => (await import('./UserDialogs.tsx')).RejectDialog)

/** Who waits for a decision, who waits longest first. */
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

function Queue({ list, people }: { list: List<UserLine>; people: UserLine[] }) {
  const [rejecting, setRejecting] = useState<string[]>([])
  const { decide, isBusy, left, forget } = useDecide(() => setRejecting([]))
  const approve = (ids: string[]) => {
    if (!isBusy) decide({ ids, from: 'pending', decision: 'approved' })
  }
  const queue = useQueue({ people, onApprove: approve, onReject: setRejecting })
  const namesOf = (ids: string[]) => people.filter(({ id }) => ids.includes(id)).map(({ username }) => username)
  return (
    <>
      <DecisionReport left={left} onClose={forget} />
      {people.length === 0 && (
        <Empty title={NO_ONE_WAITING}>
          People who have registered and confirmed their email appear here for approval.
        </Empty>
      )}
      {people.length > 0 && (
        <QueueBar
          count={people.length}
          selected={queue.selected}
          isBusy={isBusy}
          onAll={queue.setAll}
          onApprove={approve}
          onReject={setRejecting}
        />
      )}
      <ul ref={queue.list} aria-label="Waiting for approval" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {people.map((person) => (
          <QueueCard
            key={person.id}
            person={person}
            isSelected={queue.isSelected(person.id)}
            onToggle={() => queue.toggle(person.id)}
          >
            <Button size="sm" disabled={isBusy} onClick={() => approve([person.id])}>
              Approve<span className="sr-only"> {person.username}</span>
            </Button>
            <Button size="sm" variant="outline" disabled={isBusy} onClick={() => setRejecting([person.id])}>
              Reject<span className="sr-only"> {person.username}</span>
            </Button>
          </QueueCard>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="outline" disabled={list.isLoadingMore} onClick={list.loadMore} className="mt-5">
          {list.isLoadingMore ? 'Loading...' : 'Show more registrations'}
        </Button>
      )}
      {rejecting.length > 0 && (
        <RejectDialog
          names={namesOf(rejecting)}
          isBusy={isBusy}
          onReject={(reason) => decide({ ids: rejecting, from: 'pending', decision: 'rejected', reason })}
          onClose={() => setRejecting([])}
        />
      )}
    </>
  )
}

type QueueParts = { people: readonly UserLine[]; onApprove: (ids: string[]) => void; onReject: (ids: string[]) => void }

/** The queue by mouse and by keyboard: who is selected, and what a key does to them, or else to whom has the focus. */
function useQueue({ people, onApprove, onReject }: QueueParts) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = people.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const toggle = (id: string) => setChosen((before) => toggled(before, id))
  const setAll = (isOn: boolean) => setChosen(new Set(isOn ? people.map(({ id }) => id) : []))
  const list = useQueueKeys({
    entries: people,
    focusOn: '[data-person] input',
    steps: QUEUE_STEPS,
    onAct: (act, { id }) => {
      const whom = selected.length > 0 ? selected : [id]
      if (act === 'select') toggle(id)
      if (act === 'approve') onApprove(whom)
      if (act === 'reject') onReject(whom)
    },
  })
  return { list, selected, isSelected: (id: string) => chosen.has(id), toggle, setAll }
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}

type QueueBarProps = {
  count: number
  selected: string[]
  isBusy: boolean
  onAll: (isOn: boolean) => void
  onApprove: (ids: string[]) => void
  onReject: (ids: string[]) => void
}

/** At most so many are decided about at a time. */
const MOST = 100

/** What can be done with all that are selected, and the keys that do it. */
function QueueBar({ count, selected, isBusy, onAll, onApprove, onReject }: QueueBarProps) {
  const isNone = selected.length === 0
  const isTooMany = selected.length > MOST
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
      <Checkbox
        label={isNone ? `Select all ${count}` : `${selected.length} of ${count} selected`}
        checked={selected.length === count}
        onChange={({ target }) => onAll(target.checked)}
        hint={isTooMany ? `Select at most ${MOST} people at a time.` : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={isNone || isTooMany || isBusy} onClick={() => onApprove(selected)}>
          Approve selected
        </Button>
        <Button size="sm" variant="outline" disabled={isNone || isTooMany || isBusy} onClick={() => onReject(selected)}>
          Reject selected
        </Button>
      </div>
      <KeyHints hints={KEY_HINTS} className="lg:ml-auto" />
    </div>
  )
}

type QueueCardProps = { person: UserLine; isSelected: boolean; onToggle: () => void; children: ReactNode }

/** Somebody who waits, with what there is to decide by. */
function QueueCard({ person, isSelected, onToggle, children }: QueueCardProps) {
  const id = useId()
  const { username, fullName, email, createdAt, lastSeenAt, ban, roles } = person
  return (
    <li
      data-person={person.id}
      className="admin-panel flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-3.5 focus-within:border-focus has-checked:bg-plate has-checked:text-on-plate"
    >
      <label htmlFor={id} className="-m-2 grid size-10 shrink-0 cursor-pointer place-items-center">
        <span className="sr-only">Select {username}</span>
        <input
          id={id}
          type="checkbox"
          checked={isSelected}
          onChange={onToggle}
          className="size-6 cursor-pointer accent-(--tick)"
        />
      </label>
      <div className="min-w-0 flex-[1_1_14rem] leading-snug [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <AdminLink href={links.user(person.id)} className="font-semibold text-[1.125rem]">
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
          Registered <time title={momentOf(createdAt)}>{agoOf(createdAt)}</time>
        </span>
        <span className="block">{lastSeenAt === null ? 'Never signed in' : `Last seen ${agoOf(lastSeenAt)}`}</span>
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}
