import { useQueryClient } from '@tanstack/react-query'
import { type ReportRecord, SEPARATE_AGAIN } from '#src/contract/report-admin.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { DetailCard } from '../../blocks/DetailCard.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { reportCalls, reportQuery } from './report-calls.ts'
import { reportPlace } from './report-filter.ts'

/** Deleting a report for good. */
export function DeleteCard({ report }: { report: ReportRecord }) {
  const [, set] = useUrlState(reportPlace)
  const queries = useQueryClient()
  const { queryKey } = reportQuery(report.id)
  const removal = useSave({
    save: () => reportCalls(report.id).remove(report.version),
    done: 'Report deleted successfully',
    failed: 'Failed to delete report',
    stale: [['reports'], ['report-counts'], ['dashboard']],
    onDone: () => set({ report: undefined }),
    onStale: () => {
      void queries.invalidateQueries({ queryKey })
      return false
    },
  })
  const ask = () =>
    confirm({
      title: 'Delete this report?',
      message: <Loss report={report} />,
      label: 'Delete report',
      busyLabel: 'Deleting...',
      act: () => removal.mutateAsync(undefined),
    })
  return (
    <DetailCard title="Delete">
      <p>Delete only what must not be kept; otherwise resolve or dismiss.</p>
      <ActionButton variant="destructive" isBusy={removal.isPending} onClick={ask}>
        Delete report
      </ActionButton>
    </DetailCard>
  )
}

/** What goes, and what stays. */
function Loss({ report: { title, noteCount, duplicateCount, wish } }: { report: ReportRecord }) {
  return (
    <>
      <p>
        <b>{title}</b> will be permanently deleted
        {noteCount > 0 && `, with ${noteCount === 1 ? 'its note' : `its ${noteCount} notes`}`}. The audit log keeps a
        copy. The reporter is not notified.
      </p>
      {duplicateCount > 0 && (
        <p>
          {duplicateCount === 1
            ? SEPARATE_AGAIN
            : `The ${duplicateCount} reports merged into it become separate reports again.`}
        </p>
      )}
      {wish && <p>The wish “{wish.title}” stays.</p>}
    </>
  )
}
