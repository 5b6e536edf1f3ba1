import { useState } from 'react'
import { NO_ONE_WAITING, type UserLine } from '#src/contract/user.ts'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../../api.ts'
import { Empty } from '../../blocks/Empty.tsx'
import { later } from '../../blocks/later.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { DecisionReport } from './DecisionReport.tsx'
import { QueueBar } from './QueueBar.tsx'
import { QueueCard } from './QueueCard.tsx'
import { useDecide } from './use-decide.ts'
import { useQueue } from './use-queue.ts'

const RejectDialog = later(async () => (await import('./RejectDialog.tsx')).RejectDialog)

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
