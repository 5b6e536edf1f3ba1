import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { hasRole } from '#src/contract/rank.ts'
import type { ReportRecord } from '#src/contract/report-admin.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useFocusOnContent } from '../../blocks/use-focus-on-content.ts'
import { AnswerCard } from './AnswerCard.tsx'
import { ContentCard } from './ContentCard.tsx'
import { DeleteCard } from './DeleteCard.tsx'
import { DuplicatesCard } from './DuplicatesCard.tsx'
import { NotesCard } from './NotesCard.tsx'
import { PromoteCard } from './PromoteCard.tsx'
import { ReportLink } from './ReportLink.tsx'
import { ReportStanding } from './ReportStanding.tsx'
import { reportQuery } from './report-calls.ts'
import { SimilarCard } from './SimilarCard.tsx'

/** Everything about one report, and everything that is done about it. */
export function ReportView({ id }: { id: string }) {
  const query = useQuery(reportQuery(id))
  useFocusOnContent()
  return (
    <Screen
      title="Report"
      lead={query.data && <ReportStanding {...query.data} />}
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
