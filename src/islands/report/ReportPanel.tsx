import { useState } from 'react'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { ReportForm } from './ReportForm.tsx'
import { openDesk } from './report.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

/** The modal's form as part of a page. Cancel empties it, and asks first where edits would be lost. (product 2) */
export function ReportPanel({ release }: { release: string }) {
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
