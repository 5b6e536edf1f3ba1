import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'

/** The home page while nothing is published. (product 2) */
export function NoEvents({ isLive = false }: { isLive?: boolean }) {
  return (
    <div className="wrap message-page">
      <Alert title="No published events found" quiet={!isLive}>
        <p>No workshop is scheduled yet. Please check back soon.</p>
        <Button asChild variant="outline">
          <a href="/admin/event/setup">Set up an event</a>
        </Button>
      </Alert>
    </div>
  )
}
