import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorFallback } from '#src/ui/ErrorFallback.tsx'

/** A screen that failed while it was drawn, or whose code did not arrive. The rest of the admin area stays. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (isMissingCode(error)) {
    return (
      <ErrorFallback
        title="This screen could not be loaded"
        message="The site may have been updated since you opened this page, or your connection was lost."
      />
    )
  }
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorFallback onReset={tryAgain} />
}

/** What browsers say when a part of the app could not be fetched; each in its own words. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|module script failed/i.test(error.message)
  )
}
