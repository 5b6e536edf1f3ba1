import { useStore } from '@nanostores/react'
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
import { adoptContentStyle } from './content-style.ts'
import { createLiveLanding, getApiPath, isMissing, type LiveParts, type Source } from './live-landing.ts'
import type { Resource } from './resource/resource.ts'
import { useStory } from './story/use-story.ts'

/** An attempt that takes longer than this, in milliseconds, has failed. */
const TIMEOUT = 8_000

const parts: LiveParts = {
  fetch: (address) => fetch(address, { signal: AbortSignal.timeout(TIMEOUT) }),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
}

/** Until the styles are there. */
const WAITING = { status: 'loading' } as const

type LiveLandingProps = {
  source: Source
  /** True if the page shows it later; until then it renders nothing. */
  isHiddenAtFirst?: boolean
}

/** The landing from the API, for events without a built page and for built pages that are out of date. (architecture 5) */
export function LiveLanding({ source, isHiddenAtFirst = false }: LiveLandingProps) {
  const [live] = useState(() => createLiveLanding(() => getApiPath(source, location.pathname), parts))
  const [isStyled, setStyled] = useState(false)
  const loaded = useStore(live.$state)
  const state = isStyled ? loaded : WAITING
  useEffect(() => {
    void import('./landing-style.ts').then(({ adoptLandingStyle }) => {
      adoptLandingStyle(document)
      setStyled(true)
    })
    void live.load()
  }, [live])
  useEffect(() => {
    if (state.status === 'ready') document.title = state.value.meta.title
  }, [state])
  return <ErrorBoundary>{(isStyled || !isHiddenAtFirst) && <LiveView state={state} source={source} />}</ErrorBoundary>
}

type LiveState = ReturnType<Resource<Landing>['$state']['get']>

/** Each state in the words of the product description. (product 2) */
export function LiveView({ state, source }: { state: LiveState; source: Source }) {
  if (state.status === 'loading') return <LandingSkeleton />
  if (state.status === 'ready') return <Ready landing={state.value} isHome={source === 'featured'} />
  if (!isMissing(state.fault)) return <LoadFailed />
  return source === 'featured' ? <NoEvents isLive /> : <EventNotFound isLive />
}

/** The home page already has a bar, for its report button. */
function Ready({ landing, isHome }: { landing: Landing; isHome: boolean }) {
  useStory()
  useEffect(() => {
    if (landing.slots) adoptContentStyle(document)
  }, [landing])
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
    <div className="wrap message-page">
      <Alert title="Unable to load event information.">
        <p>Your connection or our server did not respond. Please try again.</p>
        <Button variant="industrial" size="lg" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </Alert>
    </div>
  )
}
