import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AgendaDiffLine, applyAgendaDiff, diffAgenda } from '#src/contract/agenda-diff.ts'
import type { AgendaTemplateItem } from '#src/contract/agenda-template.ts'
import type { AgendaItem } from '#src/contract/event.ts'
import type { EventAgendaPart, EventParts } from '#src/contract/event-parts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { agendaQuery, EVENTS, replaceAgenda, templateQuery } from './event-calls.ts'

type AgendaReviewProps = { eventId: string; templateId: string; onClose: () => void }
type Day = EventParts<EventAgendaPart>

/** The agenda of an event beside that of a template: the person accepts or declines each difference. */
export function AgendaReview({ eventId, templateId, onClose }: AgendaReviewProps) {
  const day = useQuery(agendaQuery(eventId))
  const template = useQuery(templateQuery(templateId))
  // Both are fetched again: a comparison with an old agenda would be refused.
  const isHere = day.data && template.data && !day.isFetching && !template.isFetching
  return (
    <Dialog isOpen title="Agenda from template" onClose={onClose}>
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
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
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
      <DialogActions>
        <Button
          disabled={different.every((line) => !isTaken(line)) && !isReordered}
          isBusy={save.isPending}
          onClick={() => save.mutate(undefined)}
        >
          {save.isPending ? 'Updating...' : 'Update agenda'}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </>
  )
}

type AgendaLinesProps = {
  lines: readonly AgendaDiffLine[]
  /** The indexes of the differences that were declined. */
  left: ReadonlySet<number>
  onChange: (left: ReadonlySet<number>) => void
}

const WORDS = { added: 'New', removed: 'Not in the template', changed: 'Changed', same: 'Same' } as const

/** The comparison, line by line, with a checkbox for each difference. */
function AgendaLines({ lines, left, onChange }: AgendaLinesProps) {
  const toggle = (at: number, isTaken: boolean) => {
    const next = new Set(left)
    if (isTaken) next.delete(at)
    else next.add(at)
    onChange(next)
  }
  return (
    <ol className="border-line border-t">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the comparison
        <li key={at} className="border-line border-b py-2 leading-snug">
          {line.kind === 'same' ? (
            <p className="pl-9 text-soft">
              <Entry item={line.will} />
            </p>
          ) : (
            <label className="flex cursor-pointer gap-3">
              <input
                type="checkbox"
                checked={!left.has(at)}
                onChange={({ target }) => toggle(at, target.checked)}
                className="mt-0.5 size-6 shrink-0 accent-(--tick)"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <b className="block text-[.875rem]">{toLabel(line)}</b>
                <Difference line={line} />
              </span>
            </label>
          )}
        </li>
      ))}
    </ol>
  )
}

function toLabel(line: AgendaDiffLine): string {
  if (line.kind === 'removed') return `${WORDS.removed}: will be removed`
  if (line.kind === 'changed' && !line.was.isActive) return 'Hidden: will be shown again'
  return WORDS[line.kind]
}

function Difference({ line }: { line: AgendaDiffLine }) {
  if (line.kind === 'added') {
    return (
      <ins className="no-underline">
        <Entry item={line.will} />
      </ins>
    )
  }
  if (line.kind === 'removed') {
    return (
      <del>
        <Entry item={line.was} />
      </del>
    )
  }
  return (
    <>
      <del className="block text-soft">
        <Entry item={line.was} />
      </del>
      <ins className="block no-underline">
        <Entry item={line.will} />
      </ins>
    </>
  )
}

function Entry({ item: { timeSlot, title, description } }: { item: AgendaItem }) {
  return (
    <>
      {timeSlot} <b>{title}</b>
      {description && <span className="block text-[.9375rem]">{description}</span>}
    </>
  )
}
