import { Toasts } from '../Toasts.tsx'
import { ReportModal } from './ReportModal.tsx'
import sheet from './report.css?inline'

type ReportLayerProps = {
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
export function ReportLayer({ isOpen, release, onClosed }: ReportLayerProps) {
  return (
    <div className="report-layer">
      <Toasts isQuiet={isOpen} />
      {isOpen && <ReportModal release={release} onClosed={onClosed} />}
    </div>
  )
}
