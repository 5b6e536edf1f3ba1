import { useStore } from '@nanostores/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasRole } from '#src/contract/rank.ts'
import { EDIT_REPORT, type ReportRecord, SEPARATE_AGAIN } from '#src/contract/report-admin.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard, FactList } from '../../blocks/Panel.tsx'
import { Screen, useFocusOnContent } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { AnswerCard, NotesCard, PromoteCard } from './AnswerCards.tsx'
import { DuplicatesCard, SimilarCard } from './MergeCards.tsx'
import { ReportLink, ReportStatusBadge } from './ReportLink.tsx'
import { reportCalls, reportQuery } from './report-calls.ts'
import { TYPE_NAMES } from './report-words.ts'

/** Everything about one report, and everything that is done about it. */
export function ReportView({ id }: { id: string }) {
  const query = useQuery(reportQuery(id))
  useFocusOnContent()
  return (
    <Screen
      title="Report"
      lead={query.data && <ReportStatusBadge {...query.data} />}
      actions={
        <Button asChild variant="outline">
          <ReportLink>All reports</ReportLink>
        </Button>
      }
    >
      <Shown query={query} what="the report">
        {(report) => <Details report={report} />}
      </Shown>
    </Screen>
  )
}

function Details({ report }: { report: ReportRecord }) {
  const isAdmin = hasRole(useStore($viewer)?.roles ?? [], 'admin')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ContentCard report={report} />
        <AnswerCard report={report} />
        <NotesCard report={report} isAdmin={isAdmin} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <PromoteCard report={report} isAdmin={isAdmin} />
        <DuplicatesCard report={report} />
        {report.mergedIntoId === null && <SimilarCard report={report} />}
        <DeleteCard report={report} />
      </div>
    </div>
  )
}

const ReportForm = lazyComponent(async () => (await import('./ReportDialogs.tsx')).ReportForm)

/** What the reporter wrote, who they are, and what their browser added. */
function ContentCard({ report }: { report: ReportRecord }) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) {
    return (
      <DetailCard title={EDIT_REPORT}>
        <div className="w-full">
          <ReportForm report={report} onClose={() => setEditing(false)} />
        </div>
      </DetailCard>
    )
  }
  const { reportType, title, description, reporter, reporterEmail, createdAt, verifiedAt, context } = report
  return (
    <DetailCard title={TYPE_NAMES[reportType]}>
      <p className="font-semibold text-[1.25rem] leading-tight">{title}</p>
      <p className="whitespace-pre-wrap">{description}</p>
      <FactList
        facts={[
          ...(reporter
            ? ([
                [
                  'Account',
                  <AdminLink key="user" to={links.user(reporter.id)} className="underline underline-offset-4">
                    {reporter.fullName ?? reporter.username}
                  </AdminLink>,
                ],
              ] as const)
            : []),
          ['Email', reporterEmail],
          ['Verified', verifiedAt === null ? 'Not yet' : formatMoment(verifiedAt)],
          ['Sent', formatMoment(createdAt)],
          ...(context
            ? ([
                ['Page', <code key="page">{context.page}</code>],
                ['Window size', context.viewport],
                ['Release', context.release],
              ] as const)
            : []),
        ]}
      />
      <ActionButton onClick={() => setEditing(true)}>Edit</ActionButton>
    </DetailCard>
  )
}

/** Deleting a report for good. */
function DeleteCard({ report }: { report: ReportRecord }) {
  const [, set] = useUrlState('/admin/reports')
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
