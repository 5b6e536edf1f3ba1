import { useState } from 'react'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { ReportForm, UnsavedChanges } from '../report/ReportForm.tsx'
import { openDesk } from '../report/report-desk.ts'
import { Toasts } from '../Toasts.tsx'

/** The report form as part of the feedback page, with a place for what it says. It loads when somebody first touches it. */
export function FeedbackForm({ release }: { release: string }) {
  return (
    <>
      <ReportPanel release={release} />
      <Toasts />
    </>
  )
}

/** The modal's form as part of a page. Cancel empties it, and asks first where edits would be lost. (product 2) */
function ReportPanel({ release }: { release: string }) {
  return (
    <ErrorBoundary>
      <Panel release={release} />
    </ErrorBoundary>
  )
}

function Panel({ release }: { release: string }) {
  const [desk] = useState(() => openDesk(() => {}))
  return (
    <div className="plate px-5 pt-3 pb-7 sm:px-9 sm:pt-5 sm:pb-9">
      <ReportForm desk={desk} release={release} />
      <UnsavedChanges desk={desk} />
    </div>
  )
}
