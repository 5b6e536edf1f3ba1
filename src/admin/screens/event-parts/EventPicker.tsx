import { Command } from 'cmdk'
import { useDeferredValue, useState } from 'react'
import { type EventLine, NO_MATCHING_EVENTS } from '#src/contract/event-record.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { ask, contentApi } from '../../api.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { getDay } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'

/** Finds an event by the beginnings of words in its name, slug, city or venue. The latest events come first. */
export function EventPicker({ onPick, autoFocus = false }: { onPick: (id: string) => void; autoFocus?: boolean }) {
  const [q, setQ] = useState('')
  const [pointed, point] = useState('')
  const events = useEventLines(useDeferredValue(q.trim()))
  // Results arrive after the letters are typed: Enter takes the first one unless another one is highlighted.
  const isThere = events.data?.some(({ id }) => id === pointed)
  return (
    <Command
      label="Events"
      shouldFilter={false}
      value={isThere ? pointed : (events.data?.[0]?.id ?? '')}
      onValueChange={point}
      className="grid max-w-3xl gap-3"
    >
      <Command.Input
        value={q}
        onValueChange={setQ}
        autoFocus={autoFocus}
        maxLength={100}
        placeholder="Search events by name, city or venue"
        className={inputClass()}
      />
      <Shown query={events} what="events">
        {(lines) => (
          <>
            <Command.List className="max-h-[60dvh] overflow-auto rounded-lg border-2 border-line bg-surface p-1.5">
              {lines.length === 0 ? (
                <NoEvent q={q} />
              ) : (
                lines.map((line) => <EventOption key={line.id} line={line} onPick={onPick} />)
              )}
            </Command.List>
            {events.hasMore && (
              <Button variant="outline" size="sm" isBusy={events.isLoadingMore} onClick={events.loadMore}>
                {events.isLoadingMore ? 'Loading...' : 'Show more events'}
              </Button>
            )}
          </>
        )}
      </Shown>
    </Command>
  )
}

function useEventLines(q: string): List<EventLine> {
  return useList(['events', 'choices', q], (cursor) => ask(() => contentApi.events.$get({ query: { q, ...cursor } })))
}

function EventOption({ line, onPick }: { line: EventLine; onPick: (id: string) => void }) {
  const { id, eventName, eventDate, city, state, isPublished } = line
  return (
    <Command.Item value={id} onSelect={() => onPick(id)} className="admin-palette-item justify-between">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {eventName}
        <span className="block font-normal text-[.875rem]">
          {[getDay(eventDate), city, state].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Badge tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
    </Command.Item>
  )
}

function NoEvent({ q }: { q: string }) {
  return (
    <Empty
      title={q ? NO_MATCHING_EVENTS : 'No events yet'}
      action={
        <Button asChild variant="outline" size="sm">
          <AdminLink to={links.eventSetup()}>New event</AdminLink>
        </Button>
      }
    >
      {q ? 'Try another word from the name, city or venue.' : 'Vendors, team and agenda belong to an event.'}
    </Empty>
  )
}
