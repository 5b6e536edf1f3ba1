import { useStore } from '@nanostores/react'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import type { ReportDesk } from './report-desk.ts'

/** Asked before edits are lost. (product 2) */
export function UnsavedChanges({ desk }: { desk: ReportDesk }) {
  const isAsking = useStore(desk.$isAsking, { ssr: 'initial' })
  return (
    <Dialog isOpen={isAsking} title="Unsaved Changes" onClose={desk.stay}>
      <p className="mt-4 leading-snug">Your report has not been sent. If you close it now, what you wrote is lost.</p>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button variant="default" onClick={desk.stay}>
          Continue Editing
        </Button>
        <Button variant="destructive" onClick={desk.leave}>
          Close Anyway
        </Button>
      </div>
    </Dialog>
  )
}
