import { ReportPanel } from '../report/ReportPanel.tsx'
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
