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

/** 'Submit Feedback'. Cancel, X, Escape and a click beside it ask before edits are lost. (product 2) */
export function ReportModal({ release, onClosed }: ReportModalProps) {
  const id = useId()
  const [desk] = useState(() => openDesk(onClosed))
  const modal = useModal(desk.close)
  return (
    <dialog {...modal} aria-labelledby={id} className="report-modal">
      <div className="plate relative px-5 pt-4 pb-7 max-sm:min-h-dvh max-sm:rounded-none sm:px-9 sm:pb-8">
        <h2 id={id} className="display py-2 pr-12 text-[2.25rem] sm:text-[2.5rem]">
          Submit Feedback
        </h2>
        <ReportForm desk={desk} release={release} />
        {/* Last in the order of keys, so that the dialog opens with the focus on its tabs and not on its way out. */}
        <button
          type="button"
          aria-label="Close"
          onClick={desk.close}
          className="absolute top-3 right-2.5 grid size-12 cursor-pointer place-items-center rounded-md text-[1.75rem] leading-none hover:bg-plate-line sm:right-6"
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <UnsavedChanges desk={desk} />
      {/* Only what stands inside a modal dialog can be reached, and is read out. */}
      <Toasts />
    </dialog>
  )
}
