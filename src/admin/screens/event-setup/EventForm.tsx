import { type ReactNode, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { EventStatus } from '#src/contract/event.ts'
import type { SetupFacts } from '#src/contract/event-preview.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { isSame } from '#src/contract/merge-fields.ts'
import { later } from '../../blocks/later.tsx'
import type { MergeDialogProps } from '../../blocks/MergeDialog.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUnloadWarning } from '../../blocks/unsaved.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { AgendaFields } from './AgendaFields.tsx'
import { Checklist } from './Checklist.tsx'
import { type EventValues, FIELDS, LABELS } from './event-values.ts'
import { NameFields } from './NameFields.tsx'
import { OccasionFields } from './OccasionFields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { PriceFields } from './PriceFields.tsx'
import { ReadinessProvider } from './readiness-context.tsx'
import { SaveButtons } from './SaveButtons.tsx'
import { SidePreview } from './SidePreview.tsx'
import { TimeFields } from './TimeFields.tsx'
import { useEventDraft } from './use-event-draft.ts'
import { useEventForm } from './use-event-form.ts'
import { useEventParts } from './use-event-parts.ts'
import { useEventSave } from './use-event-save.ts'
import { HeroFields, PromiseFields, SearchFields } from './WordFields.tsx'

/** Comes when somebody else saved the same event. */
const MergeDialog = later<MergeDialogProps<EventValues>>(
  async () => (await import('../../blocks/MergeDialog.tsx')).MergeDialog,
)
const DraftNotice = later(async () => (await import('./DraftNotice.tsx')).DraftNotice)

type EventFormProps = {
  /** The event's id: the stored one's, or the one a new event will have. */
  id: string
  /** Null for an event that is not stored yet. */
  record: EventRecord | null
  facts: SetupFacts
  onSaved: (event: EventRecord, isNew: boolean) => unknown
}

/** All fields of an event, what is missing, and the page they make. `EditForm` has one button; this form has two. */
export function EventForm({ id, record: opened, facts, onSaved }: EventFormProps) {
  const [record, setRecord] = useState(opened)
  const { registrationOrigin, siteUrl } = facts
  const draftKey = record ? id : 'new'
  const { form, saved, goOnFrom, restored, discard, dismiss } = useEventForm({ draftKey, record, registrationOrigin })
  const values = form.watch()
  const isDirty = FIELDS.some((field) => !isSame(values[field], saved.values[field]))
  const eventId = saved.version === 0 ? null : id
  const { isKept } = useEventDraft({
    key: draftKey,
    said: JSON.stringify(values),
    draft: () => (isDirty ? { id, version: saved.version, base: saved.values, values: form.getValues() } : null),
  })
  useUnloadWarning(isDirty)
  const save = useEventSave({
    id,
    form,
    saved,
    goOnFrom,
    onSaved: (event, isNew) => {
      // Somebody's own creation whose answer was lost is met as a stored event; for this form it is new all the same.
      const isFirst = isNew || record === null
      setRecord(event)
      return onSaved(event, isFirst)
    },
  })
  const parts = useEventParts(eventId, values.agendaTemplateGroupId)
  return (
    <FormProvider {...form}>
      <ReadinessProvider values={values} registrationOrigin={registrationOrigin} parts={parts}>
        <Head id={eventId} values={saved.values}>
          {restored && (
            <DraftNotice
              draft={restored}
              isOutdated={record !== null && restored.version < record.version}
              onDiscard={discard}
              onKeep={dismiss}
            />
          )}
          <form
            method="post"
            noValidate
            aria-label="Event"
            aria-busy={save.isBusy}
            onSubmit={(event) => {
              event.preventDefault()
              void save.submit()(event)
            }}
            className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
          >
            <div className="grid gap-10">
              <NameFields siteUrl={siteUrl} savedSlug={saved.values.eventSlug} />
              <TimeFields />
              <PlaceFields />
              <PriceFields registrationOrigin={registrationOrigin} />
              <HeroFields />
              <PromiseFields />
              <AgendaFields eventId={eventId} />
              <SearchFields />
              <OccasionFields />
            </div>
            <div className="xl:-m-2 grid gap-5 xl:sticky xl:top-18 xl:max-h-[calc(100dvh-5rem)] xl:overflow-auto xl:p-2">
              <SaveButtons
                eventId={eventId}
                isPublished={saved.values.isPublished}
                isBusy={save.isBusy}
                isDirty={isDirty}
                isKept={isKept}
                onPublish={() => void save.submit({ isPublished: true })()}
              />
              <SidePreview parts={parts} />
              <Checklist eventId={eventId} staleHints={record?.staleHints ?? []} />
            </div>
          </form>
          {save.theirs && (
            <MergeDialog
              base={saved.values}
              mine={form.getValues()}
              theirs={save.theirs.values}
              labels={LABELS}
              onMerged={save.takeMerged}
              onClose={save.closeMerge}
            />
          )}
        </Head>
      </ReadinessProvider>
    </FormProvider>
  )
}

type HeadProps = { id: string | null; values: EventValues; children: ReactNode }

/** An event that is stored has its head and tabs; a new one has neither. */
function Head({ id, values, children }: HeadProps) {
  if (id === null) return <Screen title={values.eventName || 'New event'}>{children}</Screen>
  return (
    <EventWorkspace id={id} tab="details" event={{ ...values, status: values.status as EventStatus }}>
      {children}
    </EventWorkspace>
  )
}
