import { useState } from 'react'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { openReportForm } from '../report/report-form-store.ts'
import { SubmitReportForm, UnsavedChanges } from '../report/SubmitReportForm.tsx'
import { Toasts } from '../Toasts.tsx'

/** The report form as part of the feedback page, with its toasts. It loads at its first interaction, or at once if a draft is stored. */
export function FeedbackForm({ release }: { release: string }) {
  return (
    <>
      <ReportPanel release={release} />
      <Toasts />
    </>
  )
}

/** The form of the modal as part of a page. Cancel empties it, and asks first if edits would be lost. (product 2) */
function ReportPanel({ release }: { release: string }) {
  return (
    <ErrorBoundary>
      <Panel release={release} />
    </ErrorBoundary>
  )
}

function Panel({ release }: { release: string }) {
  const [store] = useState(() => openReportForm(() => {}))
  return (
    <div className="plate px-5 pt-3 pb-7 sm:px-9 sm:pt-5 sm:pb-9">
      <SubmitReportForm store={store} release={release} />
      <UnsavedChanges store={store} />
    </div>
  )
}
