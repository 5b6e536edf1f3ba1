import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type EventPartCounts, lostWords } from '#src/contract/event-history.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { enumerate } from '#src/contract/plural.ts'
import { confirm } from '../../blocks/confirm.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { type AdminAddress, links } from '../../links.ts'
import { checkStored } from '../content-checks/content-check-calls.ts'
import { EVENTS, UPDATE_FAILED } from '../event-setup/event-calls.ts'
import { deleteEvent, lossesQuery, publishEvent, STALE_AFTER, unpublishEvent } from './manage-calls.ts'
import { partWords } from './part-words.ts'
import { usePublishCheck } from './use-publish-check.tsx'

type EventDialog = { kind: 'duplicate' | 'occasion'; event: EventLine }

/** What can be done with an event of the list, and the dialog that one of these opened. */
export function useEventActions(onHistory: (id: string) => void) {
  const router = useRouter()
  const [dialog, setDialog] = useState<EventDialog>()
  const { publish, unpublish, remove } = useEventChanges()
  const { publishChecked, dialog: publishDialog } = usePublishCheck()
  const go = (to: AdminAddress) => () => void router.navigate(to)
  const actions = (event: EventLine): RowAction[] => {
    const { id, eventSlug, isPublished, missing } = event
    const offSite = isPublished ? undefined : 'Only published events are on the site.'
    return [
      { label: 'Edit', run: go(links.eventSetup(id)) },
      { label: 'Preview', run: go(links.eventPreview(id)) },
      { label: 'Vendors, team and agenda', run: go(links.eventParts(id)) },
      { label: 'View on the site', disabledReason: offSite, run: () => openPage(`/event/${eventSlug}`) },
      isPublished
        ? { label: 'Unpublish', run: () => askToUnpublish(event, () => unpublish.mutateAsync(event)) }
        : {
            label: 'Publish',
            disabledReason: missing.length > 0 ? `It needs ${enumerate(missing)}.` : undefined,
            run: () =>
              void publishChecked(
                () => checkStored(id),
                () => publish.mutate(event),
              ),
          },
      { label: 'Duplicate', run: () => setDialog({ kind: 'duplicate', event }) },
      { label: 'Cancel, postpone or move', run: () => setDialog({ kind: 'occasion', event }) },
      { label: 'History', run: () => onHistory(id) },
      { label: 'Delete', isDestructive: true, run: () => askToDelete(event, () => remove.mutateAsync(event)) },
    ]
  }
  return { actions, dialog, closeDialog: () => setDialog(undefined), publishDialog }
}

function useEventChanges() {
  const queries = useQueryClient()
  /** The list shows what the other one made of it; the toast says why this did not happen. */
  const reload = () => {
    void queries.invalidateQueries({ queryKey: [EVENTS] })
    return false
  }
  const update = { failed: UPDATE_FAILED, stale: STALE_AFTER, onStale: reload }
  const publish = useSave({
    ...update,
    save: ({ id }: EventLine) => publishEvent(id),
    done: ({ item, revision }) =>
      revision === null
        ? `${item.eventName} is already published.`
        : `${item.eventName} is published. It goes live with revision ${revision}.`,
  })
  const unpublish = useSave({
    ...update,
    save: ({ id }: EventLine) => unpublishEvent(id),
    done: ({ item }) => `${item.eventName} is a draft again. It leaves the site with the next build.`,
  })
  const remove = useSave({
    ...update,
    failed: 'Failed to delete event',
    save: deleteEvent,
    done: 'Event deleted successfully',
  })
  return { publish, unpublish, remove }
}

function openPage(href: string): void {
  window.open(href, '_blank', 'noopener')
}

function askToUnpublish({ eventName, eventSlug }: EventLine, act: () => Promise<unknown>): void {
  confirm({
    title: 'Unpublish this event?',
    message: (
      <p>
        <b>{eventName}</b> will be removed from the site. Visitors to /event/{eventSlug} see “Event not found.” until
        you publish it again. Nothing is deleted.
      </p>
    ),
    label: 'Unpublish event',
    busyLabel: 'Unpublishing...',
    act,
  })
}

function askToDelete(event: EventLine, act: () => Promise<unknown>): void {
  confirm({
    title: 'Delete this event?',
    message: <DeleteNote event={event} />,
    label: 'Delete event',
    busyLabel: 'Deleting...',
    act,
  })
}

/** Before an event is deleted: everything that goes with it, and the way back. */
function DeleteNote({ event: { id, eventName, eventSlug } }: { event: EventLine }) {
  const query = useQuery(lossesQuery(id))
  return (
    <>
      <p>
        <b>{eventName}</b> will be deleted with everything that belongs only to it.
      </p>
      <Shown query={query} what="what is lost">
        {({ isPublished, pageViews, lost, ...parts }) => (
          <>
            <Parts parts={parts} />
            <ForGood lines={lostWords(lost)} />
            {isPublished && <p>It is published. /event/{eventSlug} leaves the site with the next build.</p>}
            {pageViews > 0 && (
              <p>
                Its {pageViews.toLocaleString('en-US')} page {pageViews === 1 ? 'view stays' : 'views stay'} in the
                statistics.
              </p>
            )}
          </>
        )}
      </Shown>
      <p className="text-soft">
        Vendors and team members stay in their libraries. You can restore the event as a draft under “Deleted”.
      </p>
    </>
  )
}

/** What no restoring brings back. */
function ForGood({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <p className="font-semibold">These are gone for good, also if you restore the event:</p>
      <ul className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function Parts({ parts }: { parts: EventPartCounts }) {
  const words = partWords(parts)
  if (words.length === 0) return <p>It has no agenda, team, vendors or earlier addresses.</p>
  return (
    <ul className="list-disc pl-5">
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  )
}
