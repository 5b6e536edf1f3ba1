import { useId, useState } from 'react'
import { useModal } from '#src/ui/use-modal.ts'
import { Toasts } from '../Toasts.tsx'
import sheet from './report.css?inline'
import { openReportForm } from './report-form-store.ts'
import { SubmitReportForm, UnsavedChanges } from './SubmitReportForm.tsx'

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
 * What the button adds to a page without forms: the modal, its styles, and a region for toasts. While the modal is open,
 * toasts are shown inside it; otherwise here, in a region that exists before the first toast.
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
  const [store] = useState(() => openReportForm(onClosed))
  const modal = useModal(store.close)
  return (
    <dialog {...modal} aria-labelledby={id} className="report-modal">
      <div className="plate relative px-5 pt-4 pb-7 max-sm:min-h-dvh max-sm:rounded-none sm:px-9 sm:pb-8">
        <h2 id={id} className="display py-2 pr-12 text-[2.25rem] sm:text-[2.5rem]">
          Submit Feedback
        </h2>
        <SubmitReportForm store={store} release={release} />
        {/* Last in the tab order, so that the dialog opens with the focus on its tabs and not on Close. */}
        <button
          type="button"
          aria-label="Close"
          onClick={store.close}
          className="absolute top-3 right-2.5 grid size-12 cursor-pointer place-items-center rounded-md text-[1.75rem] leading-none hover:bg-plate-line sm:right-6"
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <UnsavedChanges store={store} />
      {/* Only what is inside a modal dialog can be reached and is read out. */}
      <Toasts />
    </dialog>
  )
}
