import { LINK_DEAD_TITLE } from '#src/contract/dead-link.ts'
import { PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { ApiError } from '../call.ts'

type NoPreviewProps = { isDead: boolean; fault: ApiError; onRetry: () => void }

/** Why a preview shows nothing. */
export function NoPreview({ isDead, fault, onRetry }: NoPreviewProps) {
  if (isDead) {
    return (
      <div className="wrap py-20">
        <Alert title={LINK_DEAD_TITLE}>
          <p className="mt-4">{PREVIEW_DEAD}</p>
          <Button asChild variant="industrial" size="lg" className="mt-8">
            <a href="/events">All workshops</a>
          </Button>
        </Alert>
      </div>
    )
  }
  return (
    <div className="wrap py-20">
      <Alert title="Unable to load the preview.">
        <p className="mt-4">{fault.detail}</p>
        <Button variant="industrial" size="lg" className="mt-8" onClick={onRetry}>
          Try again
        </Button>
      </Alert>
    </div>
  )
}
