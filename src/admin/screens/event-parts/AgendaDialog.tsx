import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ADD_ENTRY } from '#src/contract/agenda-template.ts'
import { type AgendaInput, agendaInput, type EventAgendaPart } from '#src/contract/event-parts.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { EditForm, showFieldErrors } from '../../blocks/EditForm.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { MergeDialog } from '../../blocks/MergeDialog.tsx'
import { useUnloadWarning } from '../../blocks/unsaved.ts'
import { useSave } from '../../blocks/use-save.ts'
import { saveAgendaItem } from './agenda-calls.ts'
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

/** The form of one entry of the day. Somebody else's save meanwhile is merged, never overwritten. */
export function AgendaDialog({ eventId, parts, part, onClose }: AgendaDialogProps) {
  const [id] = useState(() => part?.id ?? crypto.randomUUID())
  const [base, setBase] = useState(part)
  const [theirs, setTheirs] = useState<EventAgendaPart>()
  const queries = useQueryClient()
  const form = useForm<AgendaInput, unknown, z.output<typeof agendaInput>>({
    resolver: zodResolver(agendaInput),
    defaultValues: wordsOf(part),
  })
  const { isDirty } = form.formState
  useUnloadWarning(isDirty)
  const refetch = async () => {
    const now = await queries.fetchQuery({
      queryKey: ['event-parts', eventId, 'agenda'],
      queryFn: () => agendaList.read(eventId),
      staleTime: 0,
    })
    setTheirs(now.items.find((item) => item.id === id))
  }
  const save = useSave({
    save: (words: z.output<typeof agendaInput>) => saveAgendaItem(eventId, { id, version: base?.version, words }),
    done: part ? 'Agenda entry updated' : 'Agenda entry added to event',
    failed: part ? 'Failed to update agenda entry' : 'Failed to add agenda entry',
    onDone: (answer) => {
      parts.accept(answer)
      onClose()
    },
    onStale: () => {
      void refetch().catch((fault) => notify({ kind: 'error', title: 'Error', message: toApiError(fault).detail }))
      return true
    },
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <Dialog isOpen title={part ? 'Edit agenda entry' : 'New agenda entry'} onClose={() => leave(isDirty, onClose)}>
      <div className="mt-5">
        <EditForm
          form={form}
          onSubmit={(words) => save.mutate(words)}
          label={part ? 'Save entry' : ADD_ENTRY}
          isBusy={save.isPending}
          onCancel={() => leave(isDirty, onClose)}
        >
          <TextField name="timeSlot" label="Time" hint="As visitors see it, e.g. 8:30am - 9:15am" />
          <TextField name="title" label="Title" />
          <TextAreaField name="description" label="Description" hint="Optional." rows={4} />
        </EditForm>
      </div>
      {theirs && (
        <MergeDialog
          base={wordsOf(base)}
          mine={form.getValues()}
          theirs={wordsOf(theirs)}
          labels={LABELS}
          onMerged={(merged) => {
            setBase(theirs)
            setTheirs(undefined)
            for (const [name, value] of Object.entries(merged)) {
              form.setValue(name as keyof AgendaInput, value, { shouldDirty: true })
            }
          }}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </Dialog>
  )
}

function wordsOf(part: EventAgendaPart | undefined): AgendaInput {
  return { timeSlot: part?.timeSlot ?? '', title: part?.title ?? '', description: part?.description ?? '' }
}

/** Asks first where something typed would be lost. */
function leave(isDirty: boolean, onClose: () => void): void {
  if (!isDirty) {
    onClose()
    return
  }
  confirm({
    title: 'Unsaved Changes',
    message: <p>Your changes to this entry will be lost.</p>,
    label: 'Close Anyway',
    busyLabel: 'Closing...',
    act: async () => onClose(),
  })
}
