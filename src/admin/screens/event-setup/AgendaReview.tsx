import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AgendaDiffLine, applyAgendaDiff, diffAgenda } from '#src/contract/agenda-diff.ts'
import type { AgendaTemplateItem } from '#src/contract/agenda-template.ts'
import type { EventAgendaPart, EventParts } from '#src/contract/event-parts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { AgendaLines } from './AgendaLines.tsx'
import { agendaQuery, EVENTS, replaceAgenda, templateQuery } from './event-calls.ts'

type AgendaReviewProps = { eventId: string; templateId: string; onClose: () => void }
type Day = EventParts<EventAgendaPart>

/** An event's day beside a template's: each difference is looked at, and taken or left. */
export function AgendaReview({ eventId, templateId, onClose }: AgendaReviewProps) {
  const day = useQuery(agendaQuery(eventId))
  const template = useQuery(templateQuery(templateId))
  // Both as they are now: a comparison with yesterday's day would be refused.
  const isHere = day.data && template.data && !day.isFetching && !template.isFetching
  return (
    <Dialog isOpen title="Agenda from template" onClose={onClose}>
      <div className="mt-4">
        <Shown
          what="both agendas"
          query={{
            data: isHere ? ([day.data, template.data.items] as const) : undefined,
            error: day.error ?? template.error,
            isPending: day.isFetching || template.isFetching,
            refetch: () => Promise.all([day.refetch(), template.refetch()]),
          }}
        >
          {([now, items]) => <Review key={now.version} eventId={eventId} day={now} items={items} onClose={onClose} />}
        </Shown>
      </div>
    </Dialog>
  )
}

type ReviewProps = { eventId: string; day: Day; items: readonly AgendaTemplateItem[]; onClose: () => void }

function Review({ eventId, day, items, onClose }: ReviewProps) {
  const { lines, isReordered } = diffAgenda(day.items, items)
  const different = lines.filter(({ kind }) => kind !== 'same')
  const [left, leave] = useState<ReadonlySet<number>>(new Set())
  const isTaken = (line: AgendaDiffLine) => !left.has(lines.indexOf(line))
  const save = useSave({
    save: () => replaceAgenda(eventId, { version: day.version, items: applyAgendaDiff(lines, isTaken) }),
    done: 'Agenda updated',
    failed: 'Failed to update agenda',
    stale: [[EVENTS]],
    onDone: onClose,
  })
  if (different.length === 0 && !isReordered) {
    return (
      <>
        <p className="leading-snug">The agenda already matches the template.</p>
        <Button className="mt-6" variant="outline" onClick={onClose}>
          Close
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="mb-4 leading-snug">
        Only the checked changes are applied.
        {isReordered && ' The entries follow the order of the template.'}
      </p>
      <AgendaLines lines={lines} left={left} onChange={leave} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          disabled={save.isPending || (different.every((line) => !isTaken(line)) && !isReordered)}
          onClick={() => save.mutate(undefined)}
        >
          {save.isPending ? 'Updating...' : 'Update agenda'}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  )
}
