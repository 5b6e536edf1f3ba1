import { useState } from 'react'
import { hasErrors, PUBLISH_STOPPED, PUBLISH_WARNED, SOME_STOPPED } from '#src/contract/content-check.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { BulkRow, OfSelected, useBulk, type useSelection } from '../../blocks/selection.tsx'
import {
  type BulkAction,
  bulkSentence,
  type Change,
  changeEvents,
  type Found,
  publishAccepted,
} from './bulk-changes.ts'
import { STALE_AFTER } from './manage-calls.ts'

const PublishDialog = lazyComponent(async () => (await import('./PublishDialog.tsx')).PublishDialog)

/** A question names at most this many events. */
const MOST_NAMES = 8

type BulkBarProps = {
  events: readonly EventLine[]
  selection: ReturnType<typeof useSelection<EventLine>>
}

type BulkChange = { action: BulkAction; chosen: readonly EventLine[]; change?: Change }

/** In the row of filters: selects all events of the list, and changes those that are selected. Events that could not be changed are named. */
export function BulkBar({ events, selection }: BulkBarProps) {
  const { selected, setAll } = selection
  const [found, setFound] = useState<Found>()
  const bulk = useBulk({
    save: async ({ action, chosen, change }: BulkChange) => {
      const done = await changeEvents(action, chosen, change)
      setFound(done.found)
      return done
    },
    done: (results, { action }) => bulkSentence(results, action),
    failed: 'Failed to update events',
    stale: STALE_AFTER,
    getName: (id) => events.find((event) => event.id === id)?.eventName ?? null,
    onDone: () => setAll(false),
  })
  const ask = (action: Exclude<BulkAction, 'publish'>) =>
    askFirst(action, selected, () => bulk.runNow({ action, chosen: selected }))
  return (
    <>
      {found && found.size > 0 && (
        <FindingsDialog
          found={found}
          events={events}
          onClose={() => setFound(undefined)}
          onPublish={(chosen) => bulk.run({ action: 'publish', chosen, change: publishAccepted(found) })}
        />
      )}
      <BulkRow what="events" count={events.length} selection={selection} bulk={bulk}>
        {(state) => (
          <>
            <Button
              size="sm"
              variant="outline"
              {...state}
              onClick={() => bulk.run({ action: 'publish', chosen: selected })}
            >
              <OfSelected>Publish</OfSelected>
            </Button>
            <Button size="sm" variant="outline" {...state} onClick={() => ask('unpublish')}>
              <OfSelected>Unpublish</OfSelected>
            </Button>
            <Button size="sm" variant="outline" {...state} onClick={() => ask('delete')}>
              <OfSelected>Delete</OfSelected>
            </Button>
          </>
        )}
      </BulkRow>
    </>
  )
}

type FindingsDialogProps = {
  found: Found
  events: readonly EventLine[]
  onPublish: (events: readonly EventLine[]) => void
  onClose: () => void
}

/** What the checks found in all events that were not published. Those that have only warnings can be published all the same. */
function FindingsDialog({ found, events, onPublish, onClose }: FindingsDialogProps) {
  const findings = [...found.values()].flat()
  const warned = events.filter(({ id }) => found.has(id) && !hasErrors(found.get(id) ?? []))
  const isStopped = warned.length === 0
  const some = hasErrors(findings) ? SOME_STOPPED : PUBLISH_WARNED
  return (
    <PublishDialog
      findings={findings}
      description={isStopped ? PUBLISH_STOPPED : some}
      isStopped={isStopped}
      hasSubjects
      onClose={onClose}
      onPublish={() => {
        onClose()
        onPublish(warned)
      }}
    />
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
