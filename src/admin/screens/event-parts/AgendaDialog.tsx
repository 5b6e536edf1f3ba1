import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { ADD_ENTRY } from '#src/contract/agenda-template.ts'
import { type AgendaInput, agendaInput, type EventAgendaPart, type EventParts } from '#src/contract/event-parts.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { api, ask } from '../../api.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { agendaList } from './part-lists.ts'
import type { Parts } from './use-parts.ts'

type AgendaDialogProps = {
  eventId: string
  parts: Parts<EventAgendaPart>
  /** The entry to edit; a new one without it. */
  part?: EventAgendaPart | undefined
  onClose: () => void
}

const LABELS = { timeSlot: 'Time', title: 'Title', description: 'Description' }

/** The form of one entry of the day. */
export function AgendaDialog({ eventId, parts, part, onClose }: AgendaDialogProps) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: part,
    getFields,
    resolver: zodResolver(agendaInput),
    labels: LABELS,
    save: ({ fields, over, newId }) =>
      saveAgendaItem(eventId, { id: over?.id ?? newId, version: over?.version, words: fields }),
    refetch: async (newId) => {
      const { items } = await queries.fetchQuery({
        queryKey: ['event-parts', eventId, 'agenda'],
        queryFn: () => agendaList.read(eventId),
        staleTime: 0,
      })
      return items.find(({ id }) => id === (part?.id ?? newId))
    },
    done: part ? 'Agenda entry updated' : 'Agenda entry added to event',
    failed: part ? 'Failed to update agenda entry' : 'Failed to add agenda entry',
    stale: [],
    onSaved: (answer) => {
      parts.accept(answer)
      onClose()
    },
  })
  return (
    <FormDialog
      {...edit}
      title={part ? 'Edit agenda entry' : 'New agenda entry'}
      label={part ? 'Save entry' : ADD_ENTRY}
      loss="Your changes to this entry will be lost."
      onClose={onClose}
    >
      <TextField name="timeSlot" label={LABELS.timeSlot} hint="As visitors see it, e.g. 8:30am - 9:15am" />
      <TextField name="title" label={LABELS.title} />
      <TextAreaField name="description" label={LABELS.description} hint="Optional." rows={4} />
    </FormDialog>
  )
}

function getFields(part: EventAgendaPart | undefined): z.output<typeof agendaInput> {
  return { timeSlot: part?.timeSlot ?? '', title: part?.title ?? '', description: part?.description ?? null }
}

const { agenda } = api.events[':id']

type Saved = { id: string; version: string | undefined; words: AgendaInput }

/** Stores an entry of the day: a new one under the id its form chose, or other words in place of those of `version`. */
function saveAgendaItem(event: string, { id, version, words }: Saved): Promise<Changed<EventParts<EventAgendaPart>>> {
  if (version === undefined) return ask(() => agenda.$post({ param: { id: event }, json: { id, ...words } }))
  return ask(() => agenda[':partId'].$patch({ param: { id: event, partId: id }, json: { version, ...words } }))
}
