import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CURRENT_VERSION, type EventHistoryLine, GO_BACK } from '#src/contract/event-history.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { Empty } from '../../blocks/Empty.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EVENTS, eventQuery } from '../event-setup/event-calls.ts'
import { EventWorkspace } from './EventWorkspace.tsx'
import { actionName } from './field-words.ts'
import { HistoryEntry } from './HistoryEntry.tsx'
import { historyPage, restoreVersion, STALE_AFTER } from './manage-calls.ts'

/** What was done to one event, newest first, and the way back to what it was. Also of an event that is deleted. */
export function EventHistory({ id, onClose }: { id: string; onClose: () => void }) {
  const list = useList([EVENTS, id, 'history'], (cursor) => historyPage(id, cursor))
  const isDeleted = list.data?.[0]?.action === 'event.delete'
  const { data: event } = useQuery({ ...eventQuery(id), enabled: list.data !== undefined && !isDeleted })
  const restore = useRestore(id, event?.version ?? 0)
  const newest = list.data?.find(({ isVersion }) => isVersion)?.auditId
  const reasonOf = ({ auditId }: EventHistoryLine) => {
    if (isDeleted) return 'This event was deleted. Restore it first.'
    if (!event) return 'Loading...'
    return auditId === newest ? CURRENT_VERSION : undefined
  }
  return (
    <EventWorkspace
      id={id}
      tab="history"
      event={event}
      actions={
        <Button variant="outline" size="sm" onClick={onClose}>
          All events
        </Button>
      }
    >
      <Shown query={list} what="the history">
        {(lines) =>
          lines.length === 0 ? (
            <Empty title="No changes yet">
              Changes to this event appear here. You can go back to any earlier version.
            </Empty>
          ) : (
            <ol className="grid grid-cols-1 gap-4">
              {lines.map((line) => (
                <HistoryEntry
                  key={line.auditId}
                  line={line}
                  notRestorable={reasonOf(line)}
                  onRestore={() => askToRestore(line, () => restore.mutateAsync(line))}
                />
              ))}
            </ol>
          )
        }
      </Shown>
      {list.hasMore && (
        <Button variant="outline" disabled={list.isLoadingMore} onClick={list.loadMore} className="mt-5">
          {list.isLoadingMore ? 'Loading...' : 'Show older entries'}
        </Button>
      )}
    </EventWorkspace>
  )
}

function useRestore(id: string, version: number) {
  const queries = useQueryClient()
  return useSave({
    save: ({ auditId }: EventHistoryLine) => restoreVersion(id, auditId, version),
    done: ({ revision }) =>
      `The event was restored to this version.${revision === null ? '' : ` It goes live with revision ${revision}.`}`,
    failed: 'Failed to update event',
    stale: STALE_AFTER,
    onStale: () => {
      void queries.invalidateQueries({ queryKey: [EVENTS] })
      return false
    },
  })
}

function askToRestore(line: EventHistoryLine, act: () => Promise<unknown>): void {
  confirm({
    title: 'Go back to this version?',
    message: (
      <>
        <p>
          Every field returns to the value it had after “{actionName(line.action)}” by {line.by}, {momentOf(line.at)}.
          Later changes are replaced, but this history keeps them.
        </p>
        <p>Its publication, vendors, team and agenda stay as they are.</p>
      </>
    ),
    label: GO_BACK,
    busyLabel: 'Going back...',
    act,
  })
}
