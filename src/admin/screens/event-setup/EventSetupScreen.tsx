import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { applyAgendaDiff, diffAgenda } from '#src/contract/agenda-diff.ts'
import type { AgendaTemplate } from '#src/contract/agenda-template.ts'
import type { EventAgendaPart, EventParts } from '#src/contract/event-parts.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { api, ask } from '../../api.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { EventForm } from './EventForm.tsx'
import { eventQuery, replaceAgenda, setupFactsQuery } from './event-calls.ts'
import { eventDrafts } from './event-drafts.ts'

/** Creates an event, or edits the one that `?id=` names. */
export function EventSetupScreen() {
  const [{ id }, setAddress] = useUrlState('/admin/event/setup')
  const [freshId, setFreshId] = useState(() => eventDrafts.read('new')?.id ?? crypto.randomUUID())
  const [made, setMade] = useState<EventRecord>()
  const isMade = id !== undefined && made?.id === id
  const facts = useQuery(setupFactsQuery)
  const stored = useQuery({ ...eventQuery(id ?? ''), enabled: id !== undefined && !isMade })
  const record = id === undefined ? null : isMade ? made : stored.data
  const isHere = facts.data !== undefined && record !== undefined
  const saved = async (event: EventRecord, isNew: boolean) => {
    if (!isNew) return
    eventDrafts.discard('new')
    setMade(event)
    setFreshId(crypto.randomUUID())
    setAddress({ id: event.id })
    await fill(event)
  }
  const screen = (
    <Shown
      what="the event"
      query={{
        data: isHere ? { facts: facts.data, record } : undefined,
        error: facts.error ?? stored.error,
        isPending: facts.isPending || (id !== undefined && stored.isPending),
        refetch: () => Promise.all([facts.refetch(), id !== undefined && stored.refetch()]),
      }}
    >
      {(here) => <EventForm key={id ?? freshId} id={id ?? freshId} {...here} onSaved={saved} />}
    </Shown>
  )
  // The form has a head of its own, which follows what is typed.
  if (isHere) return screen
  if (id === undefined) return <Screen title="New event">{screen}</Screen>
  return (
    <EventWorkspace id={id} tab="details" event={undefined}>
      {screen}
    </EventWorkspace>
  )
}

/** Copies the agenda of the chosen template to the new event. If that fails, the event is still saved. */
async function fill({ id, agendaTemplateGroupId }: EventRecord): Promise<void> {
  if (agendaTemplateGroupId === null) return
  try {
    await fillAgenda(id, agendaTemplateGroupId)
  } catch (fault) {
    const message = `The event was saved, but its agenda was not filled: ${toApiError(fault).detail}`
    notify({ kind: 'error', title: 'Error', message })
  }
}

/** Copies the whole agenda of a template to an event that has none. An existing agenda is left for a person to compare. */
async function fillAgenda(eventId: string, templateId: string): Promise<void> {
  const [day, template] = await Promise.all([
    ask(() => api.events[':id'].agenda.$get({ param: { id: eventId } })) as Promise<EventParts<EventAgendaPart>>,
    ask(() => api['agenda-templates'][':id'].$get({ param: { id: templateId } })) as Promise<AgendaTemplate>,
  ])
  if (day.items.length > 0) return
  const { lines } = diffAgenda([], template.items)
  await replaceAgenda(eventId, { version: day.version, items: applyAgendaDiff(lines, () => true) })
}
