import { useQuery } from '@tanstack/react-query'
import type { EventPartCounts } from '#src/contract/event-history.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { lossesQuery } from './manage-calls.ts'
import { partWords } from './part-words.ts'

/** Before an event is deleted: everything that goes with it, and the way back. */
export function DeleteNote({ event: { id, eventName, eventSlug } }: { event: EventLine }) {
  const query = useQuery(lossesQuery(id))
  return (
    <>
      <p>
        <b>{eventName}</b> will be deleted with everything that belongs only to it.
      </p>
      <Shown query={query} what="what is lost">
        {({ isPublished, pageViews, ...parts }) => (
          <>
            <Parts parts={parts} />
            {isPublished && <p>It is published. /event/{eventSlug} leaves the site with the next build.</p>}
            {pageViews > 0 && (
              <p>
                Its {pageViews.toLocaleString('en-US')} page {pageViews === 1 ? 'view stays' : 'views stay'} in the
                statistics.
              </p>
            )}
          </>
        )}
      </Shown>
      <p className="text-soft">
        Vendors and team members stay in their libraries. You can restore the event as a draft under “Deleted”.
      </p>
    </>
  )
}

function Parts({ parts }: { parts: EventPartCounts }) {
  const words = partWords(parts)
  if (words.length === 0) return <p>It has no agenda, team, vendors or earlier addresses.</p>
  return (
    <ul className="list-disc pl-5">
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  )
}
