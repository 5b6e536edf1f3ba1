import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { type EventPreview, PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import { toLanding } from '#src/contract/landing.ts'
import { LandingSections } from '#src/sections/LandingSections.tsx'
import { LandingSkeleton } from '#src/sections/LandingSkeleton.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../call.ts'
import { createPreview, type PreviewState } from './preview-link.ts'

const preview = createPreview((token) => request('POST', '/api/event-previews', { json: { token } }))

/** The page behind a preview link: the event page as visitors will see it, with a note that it is not public yet. */
export function PreviewPage() {
  const state = useStore(preview.$state)
  useEffect(() => {
    const load = () => void preview.load(location.hash)
    load()
    addEventListener('hashchange', load)
    return () => removeEventListener('hashchange', load)
  }, [])
  useEffect(() => {
    if (state.status === 'ready') document.title = `Preview: ${state.preview.rows.event.eventName}`
  }, [state])
  return <PreviewView state={state} onRetry={() => void preview.load(location.hash)} />
}

/** Each state of the page behind a preview link. */
function PreviewView({ state, onRetry }: { state: PreviewState; onRetry: () => void }) {
  if (state.status === 'loading') return <LandingSkeleton />
  if (state.status === 'ready') return <Preview {...state.preview} />
  if (state.status === 'dead') {
    return (
      <div className="wrap py-20">
        <Alert title="This link no longer works">
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
        <p className="mt-4">{state.message}</p>
        <Button variant="industrial" size="lg" className="mt-8" onClick={onRetry}>
          Try again
        </Button>
      </Alert>
    </div>
  )
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

function Preview({ rows, now, expiresAt }: EventPreview) {
  const { isPublished, eventSlug } = rows.event
  return (
    <>
      <div role="note" className="relative bg-on-signal text-signal">
        <span aria-hidden="true" className="hazard absolute inset-y-0 left-0 w-3 sm:w-6" />
        <p className="wrap py-3 leading-snug">
          <strong className="label mr-3 text-[1.125rem]">{isPublished ? 'Preview' : 'Preview – not public'}</strong>
          {isPublished && (
            <>
              The public page is at{' '}
              <a className="underline underline-offset-4" href={`/event/${eventSlug}`}>{`/event/${eventSlug}`}</a>.{' '}
            </>
          )}
          This link works until {moment.format(expiresAt)}.
        </p>
      </div>
      <LandingSections landing={toLanding(rows, now)} />
    </>
  )
}
