import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { ReportModal } from './ReportModal.tsx'

/** 'Report Issue'. It and all it opens load when somebody first touches it. (product 2, architecture 5) */
export function ReportButton({ release }: { release: string }) {
  const [isOpen, setOpen] = useState<boolean>()
  const opener = useRef<HTMLButtonElement>(null)
  // Not every browser gives a button the focus for a click; whoever opened from it comes back to it.
  useEffect(() => {
    if (isOpen === false) opener.current?.focus({ preventScroll: true })
  }, [isOpen])
  return (
    <>
      <Button
        ref={opener}
        variant="industrial"
        data-needs-js
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="report-tab"
      >
        Report Issue
      </Button>
      {isOpen !== undefined && (
        <ErrorBoundary>
          <ReportModal isOpen={isOpen} release={release} onClosed={() => setOpen(false)} />
        </ErrorBoundary>
      )}
    </>
  )
}
