import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EventRows } from '#src/contract/event.ts'
import { rowsQuery, templateQuery } from './event-calls.ts'

/**
 * What hangs on the event, for the preview and the list of what is missing: as it is stored; for an event that is not stored yet
 * the day of the template it will be made from.
 */
export function useEventParts(eventId: string | null, templateId: string): Omit<EventRows, 'event'> {
  const isNew = eventId === null
  const rows = useQuery({ ...rowsQuery(eventId ?? ''), enabled: !isNew })
  const template = useQuery({ ...templateQuery(templateId), enabled: isNew && templateId !== '' })
  return useMemo(() => {
    if (rows.data) {
      // Without the event itself: the form's stands in its place.
      const { agenda, team, vendors } = rows.data
      return { agenda, team, vendors }
    }
    return { agenda: (templateId !== '' && template.data?.items) || [], team: [], vendors: [] }
  }, [rows.data, template.data, templateId])
}
