import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { type EventPart, type EventParts, LIVE_IN_REVISION } from '#src/contract/event-parts.ts'
import { buildsQuery, standingOf } from '../../build-status.ts'
import { $lastChange } from './use-parts.ts'

/** Whether visitors see what is changed here, and how far the last change has come. (architecture 1) */
export function GoesLive({ event }: { event: EventParts<EventPart>['event'] }) {
  const revision = useStore($lastChange)[event.id]
  const { data: site } = useQuery(buildsQuery)
  const says = () => {
    if (!event.isPublished) return 'Draft. Visitors do not see this until the event is published.'
    if (revision === undefined) return 'Published. Changes go live with the next build.'
    if (site?.live && site.live.revision >= revision) return `${LIVE_IN_REVISION} ${revision}.`
    if (site && standingOf(site) === 'failed')
      return `Your change is saved, but the build of revision ${revision} failed.`
    return `Your change is saved and goes live with revision ${revision}.`
  }
  return (
    <p role="status" className="max-w-xl text-[.9375rem] text-soft leading-snug">
      {says()}{' '}
      {event.isPublished && (
        <a
          href={`/event/${event.eventSlug}`}
          target="_blank"
          rel="noopener"
          className="inline-block min-h-6 whitespace-nowrap font-semibold underline underline-offset-4"
        >
          View page<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
    </p>
  )
}
