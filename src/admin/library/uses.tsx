import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EntryUse, type EntryUses, NOT_PUBLISHED_NOW } from '#src/contract/library.ts'
import { plural } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { api, ask } from '../api.ts'
import { AdminLink } from '../blocks/AdminLink.tsx'
import { getDay } from '../blocks/moment.ts'
import { Shown } from '../blocks/Shown.tsx'
import { type AdminAddress, links } from '../links.ts'

/** The libraries whose entries events use. */
export type LibraryKind = 'vendors' | 'team' | 'locations' | 'agenda-templates' | 'task-templates'

/** Where an entry is used. It is fetched each time, because events change. */
export function usesQuery(kind: LibraryKind, id: string) {
  return queryOptions({
    queryKey: ['uses', kind, id],
    queryFn: (): Promise<EntryUses> => ask(() => api[kind][':id'].uses.$get({ param: { id } })),
    staleTime: 0,
  })
}

/** The screen on which an event keeps what it uses. */
function getLink(kind: LibraryKind, { eventId }: EntryUse): AdminAddress {
  if (kind === 'vendors') return links.eventParts(eventId, 'vendors')
  if (kind === 'team') return links.eventParts(eventId, 'team')
  if (kind === 'agenda-templates') return links.eventParts(eventId, 'agenda')
  if (kind === 'task-templates') return links.eventTasks(eventId)
  return links.eventSetup(eventId)
}

/** `Used in 3 events`. */
export function usedIn(count: number): string {
  return count === 0 ? 'Not used yet' : `Used in ${plural(count, 'event')}`
}

type UsesCellProps = { kind: LibraryKind; row: { id: string; uses: number }; name: string }

/** How many events use a row; a button lists them. */
export function UsesCell({ kind, row, name }: UsesCellProps) {
  const [isOpen, setOpen] = useState(false)
  if (row.uses === 0) return <span className="text-soft">Not used</span>
  const count = plural(row.uses, 'event')
  return (
    <>
      <button
        type="button"
        aria-label={`${count} with ${name}`}
        onClick={() => setOpen(true)}
        className="min-h-10 cursor-pointer whitespace-nowrap font-semibold underline decoration-dotted underline-offset-4 hover:decoration-solid"
      >
        {count}
      </button>
      <Dialog
        isOpen={isOpen}
        title={usedIn(row.uses)}
        description={name}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="outline" onClick={() => setOpen(false)}>
            Close
          </Button>
        }
      >
        <Uses kind={kind} id={row.id} />
      </Dialog>
    </>
  )
}

function Uses({ kind, id }: { kind: LibraryKind; id: string }) {
  const query = useQuery(usesQuery(kind, id))
  return (
    <Shown query={query} what="the events that use it">
      {(uses) => <UsesList kind={kind} uses={uses} />}
    </Shown>
  )
}

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
              <p className="mb-4 text-[.9375rem] text-soft leading-snug">{describeEffect(kind, uses)}</p>
              <UsesList kind={kind} uses={uses} />
            </>
          )}
        </Shown>
      </div>
    </section>
  )
}

function describeEffect(kind: LibraryKind, { count, events }: EntryUses): string {
  if (count === 0) return 'No events use it, so changes are not visible to visitors.'
  if (kind === 'locations') return 'These events were filled from this location. They keep their own copy of the venue.'
  if (kind === 'agenda-templates')
    return 'These events were created from this template. They keep their own copy of the agenda.'
  if (kind === 'task-templates') return 'These events were given this task. They keep their own copy of it.'
  const isShown = events.some((event) => event.isPublished && event.isActive)
  return isShown ? 'Saving updates the pages of published events.' : NOT_PUBLISHED_NOW
}

/** The events that use an entry, each with a link to the screen where the event keeps it. */
function UsesList({ kind, uses: { count, events } }: { kind: LibraryKind; uses: EntryUses }) {
  return (
    <>
      <ul className="grid gap-3">
        {events.map((event) => (
          <li key={event.eventId} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 leading-snug">
            <AdminLink
              to={getLink(kind, event)}
              className="basis-full py-1 font-semibold underline underline-offset-4 hover:decoration-2 [overflow-wrap:anywhere]"
            >
              {event.eventName}
            </AdminLink>
            <span className="text-[.9375rem] text-soft">{getDay(event.eventDate)}</span>
            <Badge tone={event.isPublished ? 'good' : 'plain'}>{event.isPublished ? 'Published' : 'Draft'}</Badge>
            {!event.isActive && <Badge>Hidden on event</Badge>}
          </li>
        ))}
      </ul>
      {count > events.length && <p className="mt-3 text-soft">And {count - events.length} more.</p>}
    </>
  )
}
