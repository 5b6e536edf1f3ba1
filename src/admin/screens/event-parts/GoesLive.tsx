import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import type { EventPart, EventParts } from '#src/contract/event-parts.ts'
import { buildsQuery, standingOf } from '../../build-status.ts'
import { $lastChange } from './last-change.ts'

/** Whether visitors see what is changed here, and how far the last change has come. (design 1.2) */
export function GoesLive({ event }: { event: EventParts<EventPart>['event'] }) {
  const revision = useStore($lastChange)[event.id]
  const { data: site } = useQuery(buildsQuery)
  const says = () => {
    if (!event.isPublished) return 'A draft: visitors see nothing of it until the event is published.'
    if (revision === undefined) return 'Published: what you change here goes live with a build.'
    if (site?.live && site.live.revision >= revision) return `Your change is live: revision ${revision}.`
    if (site && standingOf(site) === 'failed') return `Your change is saved, but revision ${revision} was not built.`
    return `Your change is saved: revision ${revision} is on its way to the site.`
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
