import { useEffect, useState } from 'react'
import type { Landing } from '#src/contract/landing.ts'
import { EventNotFound } from '#src/sections/EventNotFound.tsx'
import { LandingSections } from '#src/sections/LandingSections.tsx'
import { LandingSkeleton } from '#src/sections/LandingSkeleton.tsx'
import { NoEvents } from '#src/sections/NoEvents.tsx'
import { RegisterBar } from '#src/sections/RegisterBar.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { addressOf, createLiveLanding, type LiveParts, type LiveState, type Source } from './live-landing.ts'

/** A try that takes longer than this many milliseconds counts as failed. */
const PATIENCE = 8_000

const parts: LiveParts = {
  fetch: (address) => fetch(address, { signal: AbortSignal.timeout(PATIENCE) }),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
}

type LiveLandingProps = {
  source: Source
  /** It waits in the page for its time to come, and weighs nothing until then. */
  isLater?: boolean
}

/** The landing as the API has it now, where no page was built for it or the built one has gone stale. (architecture 5) */
export function LiveLanding({ source, isLater = false }: LiveLandingProps) {
  const [state, setState] = useState<LiveState | null>(isLater ? null : { status: 'loading' })
  useEffect(() => {
    const address = addressOf(source, location.pathname)
    if (!address) return setState({ status: 'not_found' })
    const live = createLiveLanding(address, parts)
    const unsubscribe = live.$state.subscribe((next) => setState(next))
    void live.load()
    return unsubscribe
  }, [source])
  useEffect(() => {
    if (state?.status === 'ready') document.title = state.landing.meta.title
  }, [state])
  return <ErrorBoundary>{state && <LiveView state={state} source={source} />}</ErrorBoundary>
}

/** Each state in the words of the product description. (product 2) */
export function LiveView({ state, source }: { state: LiveState; source: Source }) {
  if (state.status === 'loading') return <LandingSkeleton />
  if (state.status === 'ready') return <Ready landing={state.landing} isHome={source === 'featured'} />
  if (state.status === 'failed') return <LoadFailed />
  return source === 'featured' ? <NoEvents isLive /> : <EventNotFound isLive />
}

/** The home page has a bar of its own, for its report button. */
function Ready({ landing, isHome }: { landing: Landing; isHome: boolean }) {
  return (
    <>
      <LandingSections landing={landing} />
      {!isHome && (
        <div data-actions className="print:hidden">
          <RegisterBar landing={landing} />
        </div>
      )}
    </>
  )
}

function LoadFailed() {
  return (
    <div className="wrap py-20">
      <Alert title="Unable to load event information.">
        <p className="mt-4">Your connection or our server did not respond. Please try again.</p>
        <Button variant="industrial" size="lg" className="mt-8" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </Alert>
    </div>
  )
}
