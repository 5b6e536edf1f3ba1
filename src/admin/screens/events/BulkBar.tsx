import type { EventLine } from '#src/contract/event-record.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { BulkRow, OfSelected, useBulk, type useSelection } from '../../blocks/selection.tsx'
import { type BulkAction, bulkSentence, changeEvents } from './bulk-changes.ts'
import { STALE_AFTER } from './manage-calls.ts'

/** A question names at most this many events. */
const MOST_NAMES = 8

type BulkBarProps = {
  events: readonly EventLine[]
  selection: ReturnType<typeof useSelection<EventLine>>
}

/** In the row of filters: selects all events of the list, and changes those that are selected. Events that could not be changed are named. */
export function BulkBar({ events, selection }: BulkBarProps) {
  const { selected, setAll } = selection
  const bulk = useBulk({
    save: ({ action, chosen }: { action: BulkAction; chosen: readonly EventLine[] }) => changeEvents(action, chosen),
    done: (results, { action }) => bulkSentence(results, action),
    failed: 'Failed to update events',
    stale: STALE_AFTER,
    getName: (id) => events.find((event) => event.id === id)?.eventName ?? null,
    onDone: () => setAll(false),
  })
  const ask = (action: Exclude<BulkAction, 'publish'>) =>
    askFirst(action, selected, () => bulk.runNow({ action, chosen: selected }))
  return (
    <BulkRow what="events" count={events.length} selection={selection} bulk={bulk}>
      {(state) => (
        <>
          <Button
            size="sm"
            variant="outline"
            {...state}
            onClick={() => bulk.run({ action: 'publish', chosen: selected })}
          >
            Publish
            <OfSelected />
          </Button>
          <Button size="sm" variant="outline" {...state} onClick={() => ask('unpublish')}>
            Unpublish
            <OfSelected />
          </Button>
          <Button size="sm" variant="outline" {...state} onClick={() => ask('delete')}>
            Delete
            <OfSelected />
          </Button>
        </>
      )}
    </BulkRow>
  )
}

const QUESTIONS = {
  unpublish: {
    verb: 'Unpublish',
    busyLabel: 'Unpublishing...',
    loss: 'Visitors see “Event not found.” until you publish them again. Nothing is deleted.',
  },
  delete: {
    verb: 'Delete',
    busyLabel: 'Deleting...',
    loss: 'Everything that belongs only to them is deleted too. Published events leave the site with the next build. You can restore them as drafts under “Deleted”.',
  },
} as const

function askFirst(action: keyof typeof QUESTIONS, events: readonly EventLine[], act: () => Promise<unknown>): void {
  const { verb, busyLabel, loss } = QUESTIONS[action]
  const what = `${verb} ${plural(events.length, 'event')}`
  const more = events.length - MOST_NAMES
  confirm({
    title: `${what}?`,
    message: (
      <>
        <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
          {events.slice(0, MOST_NAMES).map(({ id, eventName }) => (
            <li key={id}>{eventName}</li>
          ))}
          {more > 0 && <li>{`${more} more`}</li>}
        </ul>
        <p>{loss}</p>
      </>
    ),
    label: what,
    busyLabel,
    act,
  })
}
