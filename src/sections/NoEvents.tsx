import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'

/** The home page while nothing is published. (spec 2) */
export function NoEvents({ isLive = false }: { isLive?: boolean }) {
  return (
    <div className="wrap py-20">
      <Alert title="No published events found" quiet={!isLive}>
        <p className="mt-4">The next workshop is still on the bench. Please look in again soon.</p>
        <Button asChild variant="outline" className="mt-8">
          <a href="/admin/event/setup">Set up an event</a>
        </Button>
      </Alert>
    </div>
  )
}
