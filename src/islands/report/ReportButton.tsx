import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { ReportModal } from './ReportModal.tsx'

/** 'Report Issue'. The button and all it opens load at its first interaction. (product 2, architecture 5) */
export function ReportButton({ release }: { release: string }) {
  const [isOpen, setOpen] = useState<boolean>()
  const opener = useRef<HTMLButtonElement>(null)
  // Not every browser focuses a button on click, so the focus would not return here by itself.
  useEffect(() => {
    if (isOpen === false) opener.current?.focus({ preventScroll: true })
  }, [isOpen])
  return (
    <>
      <Button
        ref={opener}
        variant="industrial"
        data-needs-js=""
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
