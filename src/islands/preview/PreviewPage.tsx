import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type EventPreview, PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import { toLanding } from '#src/contract/landing.ts'
import { LandingSections } from '#src/sections/LandingSections.tsx'
import { LandingSkeleton } from '#src/sections/LandingSkeleton.tsx'
import { request } from '../call.ts'
import { adoptContentStyle } from '../content-style.ts'
import { createLinkResource } from '../resource/link-resource.ts'
import { useStory } from '../story/use-story.ts'
import { NoPreview } from './NoPreview.tsx'

const preview = createLinkResource((token) => request('POST', '/api/event-previews', { json: { token } }), PREVIEW_DEAD)

/**
 * The page behind a preview link: the event page as visitors will see it, with a note that it is not public yet. The token
 * is in the fragment, which no server, log or referrer ever gets. It stays there, so that the page can be reloaded.
 * (security TL6)
 */
export function PreviewPage() {
  const [isSet, setSet] = useState(false)
  useEffect(() => setSet(location.hash.startsWith('#set.')), [])
  return isSet ? (
    <Suspense fallback={<LandingSkeleton />}>
      <SetPreview />
    </Suspense>
  ) : (
    <OnePage />
  )
}

/** Loaded for a link to a change set alone. */
const SetPreview = lazy(async () => ({ default: (await import('./SetPreview.tsx')).SetPreview }))

function OnePage() {
  const state = useStore(preview.$state)
  useEffect(() => {
    const load = () => {
      if (!location.hash.startsWith('#set.')) void preview.open(location.hash.slice(1))
    }
    load()
    addEventListener('hashchange', load)
    return () => removeEventListener('hashchange', load)
  }, [])
  useEffect(() => {
    if (state.status === 'ready') document.title = `Preview: ${state.value.rows.event.eventName}`
  }, [state])
  if (state.status === 'loading') return <LandingSkeleton />
  if (state.status === 'ready') return <Preview {...state.value} />
  return (
    <NoPreview
      isDead={preview.explain(state.fault) === 'dead'}
      fault={state.fault}
      onRetry={() => void preview.load()}
    />
  )
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

function Preview({ rows, now, expiresAt }: EventPreview) {
  useStory()
  const { isPublished, eventSlug } = rows.event
  useEffect(() => adoptContentStyle(document), [])
  return (
    <>
      <div role="note" className="banner bg-on-signal text-signal">
        <span aria-hidden="true" className="hazard" />
        <p className="wrap">
          <strong className="label">{isPublished ? 'Preview' : 'Preview – not public'}</strong>
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
