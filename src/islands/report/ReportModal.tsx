import { useId, useState } from 'react'
import { useModal } from '#src/ui/use-modal.ts'
import { Toasts } from '../Toasts.tsx'
import { ReportForm, UnsavedChanges } from './ReportForm.tsx'
import sheet from './report.css?inline'
import { openDesk } from './report-desk.ts'

type ReportModalProps = {
  isOpen: boolean
  release: string
  onClosed: () => void
}

if (typeof document !== 'undefined') {
  const style = new CSSStyleSheet()
  style.replaceSync(sheet)
  document.adoptedStyleSheets.push(style)
}

/**
 * What the button brings to a page that has no forms: the modal, its styles, and a place for toasts. Inside a modal dialog
 * toasts stand in it; without one they stand here, in a region that was there before them.
 */
export function ReportModal({ isOpen, release, onClosed }: ReportModalProps) {
  return (
    <div className="report-layer">
      <Toasts isQuiet={isOpen} />
      {isOpen && <FeedbackDialog release={release} onClosed={onClosed} />}
    </div>
  )
}

type FeedbackDialogProps = {
  /** Revision of the site this page belongs to. */
  release: string
  onClosed: () => void
}

/** 'Submit Feedback'. Cancel, X, Escape and a click beside it ask before edits are lost. (product 2) */
function FeedbackDialog({ release, onClosed }: FeedbackDialogProps) {
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
