import { useId, useState } from 'react'
import { useModal } from '#src/ui/use-modal.ts'
import { Toasts } from '../Toasts.tsx'
import { ReportForm } from './ReportForm.tsx'
import { openDesk } from './report.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

type ReportModalProps = {
  /** Revision of the site this page belongs to. */
  release: string
  onClosed: () => void
}

/** 'Submit Feedback'. Cancel, X, Escape and a click beside it ask before edits are lost. (spec 2) */
export function ReportModal({ release, onClosed }: ReportModalProps) {
  const id = useId()
  const [desk] = useState(() => openDesk(onClosed))
  const modal = useModal(desk.close)
  return (
    <dialog {...modal} aria-labelledby={id} className="report-modal">
      <div className="plate on-plate px-5 pt-4 pb-7 max-sm:min-h-dvh max-sm:rounded-none sm:px-9 sm:pb-8">
        <header className="flex items-start justify-between gap-4 pb-1">
          <h2 id={id} className="display pt-2 text-[2.25rem] sm:text-[2.5rem]">
            Submit Feedback
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={desk.close}
            className="-mr-2 grid size-12 shrink-0 cursor-pointer place-items-center rounded-md text-[1.75rem] leading-none hover:bg-plate-line"
          >
            <span aria-hidden="true">×</span>
          </button>
        </header>
        <ReportForm desk={desk} release={release} />
      </div>
      <UnsavedChanges desk={desk} />
      {/* Only what stands inside a modal dialog can be reached, and is read out. */}
      <Toasts />
    </dialog>
  )
}
