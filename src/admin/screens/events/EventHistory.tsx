import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CURRENT_VERSION, type FieldChange, GO_BACK, type HistoryLine } from '#src/contract/event-history.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { Empty } from '../../blocks/Empty.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EVENTS, eventQuery, UPDATE_FAILED } from '../event-setup/event-calls.ts'
import { actionName } from './action-words.ts'
import { ChangeRow } from './ChangeRow.tsx'
import { EventWorkspace } from './EventWorkspace.tsx'
import { fieldName } from './field-words.ts'
import { historyPage, restoreVersion, STALE_AFTER } from './manage-calls.ts'

/** The history of one event, newest first, with a way back to each version. It also works for a deleted event. */
export function EventHistory({ id, onClose }: { id: string; onClose: () => void }) {
  const list = useList([EVENTS, id, 'history'], (cursor) => historyPage(id, cursor))
  const isDeleted = list.data?.[0]?.action === 'event.delete'
  const isAsked = list.data !== undefined && !isDeleted
  const { data: event, isPending } = useQuery({ ...eventQuery(id), enabled: isAsked })
  const restore = useRestore(id, event?.version ?? 0)
  const newest = list.data?.find(({ isVersion }) => isVersion)?.auditId
  const explainReason = ({ auditId }: HistoryLine) => {
    if (isDeleted) return 'This event was deleted. Restore it first.'
    if (!event) return 'The event could not be loaded. Reload the page to go back to this version.'
    return auditId === newest ? CURRENT_VERSION : undefined
  }
  return (
    <EventWorkspace
      id={id}
      tab="history"
      event={event}
      isLoading={list.isPending || (isAsked && isPending)}
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
                  notRestorable={explainReason(line)}
                  onRestore={() => askToRestore(line, () => restore.mutateAsync(line))}
                />
              ))}
            </ol>
          )
        }
      </Shown>
      {list.hasMore && (
        <Button variant="outline" isBusy={list.isLoadingMore} onClick={list.loadMore} className="mt-5">
          {list.isLoadingMore ? 'Loading...' : 'Show older entries'}
        </Button>
      )}
    </EventWorkspace>
  )
}

function useRestore(id: string, version: number) {
  const queries = useQueryClient()
  return useSave({
    save: ({ auditId }: HistoryLine) => restoreVersion(id, auditId, version),
    done: ({ revision }) =>
      `The event was restored to this version.${revision === null ? '' : ` It goes live with revision ${revision}.`}`,
    failed: UPDATE_FAILED,
    stale: STALE_AFTER,
    onStale: () => {
      void queries.invalidateQueries({ queryKey: [EVENTS] })
      return false
    },
  })
}

function askToRestore(line: HistoryLine, act: () => Promise<unknown>): void {
  confirm({
    title: 'Go back to this version?',
    message: (
      <>
        <p>
          Every field returns to the value it had after “{actionName(line.action)}” by {line.by},{' '}
          {formatMoment(line.at)}. Later changes are replaced, but this history keeps them.
        </p>
        <p>Its publication, vendors, team and agenda stay as they are.</p>
      </>
    ),
    label: GO_BACK,
    busyLabel: 'Going back...',
    act,
  })
}

/** More changed fields than this are folded. */
const OPEN_FIELDS = 6

type HistoryEntryProps = {
  line: HistoryLine
  /** Why this version cannot be restored; undefined if it can. */
  notRestorable: string | undefined
  onRestore: () => void
}

/** One entry: what was done, by whom and when, each field before and after. */
function HistoryEntry({ line, notRestorable, onRestore }: HistoryEntryProps) {
  const { action, by, at, changes, isVersion } = line
  return (
    <li className="min-w-0 rounded-lg border-2 border-line bg-surface px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="label text-[1.375rem]">{actionName(action)}</h2>
          <p className="text-[.9375rem] text-soft">
            {by}, <time dateTime={new Date(at).toISOString()}>{formatMoment(at)}</time>
          </p>
        </div>
        {isVersion && (
          <div className="grid gap-1 sm:justify-items-end">
            <Button
              variant="outline"
              size="sm"
              disabled={notRestorable !== undefined}
              onClick={onRestore}
              aria-label={`Go back to this version: ${actionName(action)}, ${formatMoment(at)}`}
            >
              Go back to this version
            </Button>
            {notRestorable && <span className="text-[.875rem] text-soft">{notRestorable}</span>}
          </div>
        )}
      </div>
      {changes.length > OPEN_FIELDS ? (
        <details className="mt-3">
          <summary className="min-h-10 cursor-pointer py-2 font-semibold">{changes.length} fields</summary>
          <Changes changes={changes} />
        </details>
      ) : (
        changes.length > 0 && <Changes changes={changes} />
      )}
    </li>
  )
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="mt-3">
      {changes.map(({ field, before, after }) => (
        <ChangeRow key={field} name={fieldName(field)} before={before} after={after} />
      ))}
    </dl>
  )
}
