import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type DeletedEvent, RESTORE_EVENT, type RestoredEvent, restoredAsDraft } from '#src/contract/event-history.ts'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import { slugSchema } from '#src/contract/slug.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextField } from '../../blocks/fields.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { CREATE_FAILED } from '../event-setup/event-calls.ts'
import { restoreEvent, STALE_AFTER } from './manage-calls.ts'
import { resolveBy } from './resolve-by.ts'

const schema = z.object({ eventSlug: slugSchema })
type Values = z.output<typeof schema>

type RestoreUnderSlugProps = { event: DeletedEvent; onRestored: (back: RestoredEvent) => void; onClose: () => void }

/** Restores a deleted event under another page address, because another event now uses its own. */
export function RestoreUnderSlug({ event, onRestored, onClose }: RestoreUnderSlugProps) {
  const form = useForm<Values, unknown, Values>({
    defaultValues: { eventSlug: `${event.eventSlug.slice(0, 97)}-2` },
    resolver: resolveBy(schema, (values: Values) => values),
  })
  const save = useSave({
    save: ({ eventSlug }: Values) => restoreEvent(event.auditId, eventSlug),
    done: ({ item }) => restoredAsDraft(item.eventName),
    failed: CREATE_FAILED,
    stale: STALE_AFTER,
    onDone: onRestored,
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      title="Page address already in use"
      lead={
        <>
          Another event now uses <b className="break-all">/event/{event.eventSlug}</b>. Choose a new page address for{' '}
          {event.eventName}.
        </>
      }
      form={form}
      onSubmit={(values) => save.mutate(values)}
      label={RESTORE_EVENT}
      busyLabel="Restoring..."
      isBusy={save.isPending}
      onClose={onClose}
    >
      <TextField name="eventSlug" label={EVENT_LABELS.eventSlug} autoCapitalize="off" spellCheck={false} />
    </FormDialog>
  )
}
