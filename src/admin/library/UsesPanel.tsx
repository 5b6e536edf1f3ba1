import { useQuery } from '@tanstack/react-query'
import { type EntryUses, NOT_PUBLISHED_NOW } from '#src/contract/library.ts'
import { Shown } from '../blocks/Shown.tsx'
import { UsesList } from './UsesList.tsx'
import { type LibraryKind, usedIn, usesQuery } from './uses-query.ts'

/** Beside a form: the events that use what is about to be changed, and what saving does to their pages. */
export function UsesPanel({ kind, id }: { kind: LibraryKind; id: string }) {
  const query = useQuery(usesQuery(kind, id))
  return (
    <section className="admin-panel px-5 py-4">
      <h2 className="label text-[1.375rem]">{query.data ? usedIn(query.data.count) : 'Used in'}</h2>
      <div className="mt-3">
        <Shown query={query} what="the events that use it">
          {(uses) => (
            <>
              <p className="mb-4 text-[.9375rem] text-soft leading-snug">{effectOf(kind, uses)}</p>
              <UsesList kind={kind} uses={uses} />
            </>
          )}
        </Shown>
      </div>
    </section>
  )
}

function effectOf(kind: LibraryKind, { count, events }: EntryUses): string {
  if (count === 0) return 'No events use it, so changes are not visible to visitors.'
  if (kind === 'locations') return 'These events were filled from this location. They keep their own copy of the venue.'
  if (kind === 'agenda-templates')
    return 'These events were created from this template. They keep their own copy of the agenda.'
  const isShown = events.some((event) => event.isPublished && event.isActive)
  return isShown ? 'Saving updates the pages of published events.' : NOT_PUBLISHED_NOW
}
