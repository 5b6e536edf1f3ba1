import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'

/** An address no published event has. (product 2) */
export function EventNotFound({ isLive = false }: { isLive?: boolean }) {
  return (
    <div className="wrap message-page">
      <Alert title="Event not found." quiet={!isLive}>
        <p>There is no workshop at this address. It may have been removed, or the link may be wrong.</p>
        <div>
          <Button asChild variant="industrial" size="lg">
            <a href="/">Back to home</a>
          </Button>
          <Button asChild variant="outline" size="lg">
            <a href="/events">All workshops</a>
          </Button>
        </div>
      </Alert>
    </div>
  )
}
