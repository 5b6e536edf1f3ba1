import { applyAgendaDiff, diffAgenda } from '#src/contract/agenda-diff.ts'
import type { AgendaTemplate } from '#src/contract/agenda-template.ts'
import type { EventAgendaPart, EventParts } from '#src/contract/event-parts.ts'
import { api, ask } from '../../api.ts'
import { replaceAgenda } from './event-calls.ts'

/** Gives a new event the whole day of a template. An event that has a day already keeps it: that is for a person to compare. */
export async function fillAgenda(eventId: string, templateId: string): Promise<void> {
  const [day, template] = await Promise.all([
    ask(() => api.events[':id'].agenda.$get({ param: { id: eventId } })) as Promise<EventParts<EventAgendaPart>>,
    ask(() => api['agenda-templates'][':id'].$get({ param: { id: templateId } })) as Promise<AgendaTemplate>,
  ])
  if (day.items.length > 0) return
  const { lines } = diffAgenda([], template.items)
  await replaceAgenda(eventId, { version: day.version, items: applyAgendaDiff(lines, () => true) })
}
