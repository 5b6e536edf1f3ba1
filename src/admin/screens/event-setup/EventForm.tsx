import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { EventRows, EventStatus } from '#src/contract/event.ts'
import type { SetupFacts } from '#src/contract/event-preview.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { isSame } from '#src/contract/versioned.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { usePublishCheck } from '../events/use-publish-check.tsx'
import { rowsQuery, templateQuery } from './event-calls.ts'
import { useEventDraft } from './event-drafts.ts'
import { type EventValues, FIELDS } from './event-values.ts'
import { FormSections } from './FormSections.tsx'
import { ReadinessProvider } from './readiness-context.tsx'
import { SideColumn } from './SideColumn.tsx'
import { useEventForm } from './use-event-form.ts'

const DraftNotice = lazyComponent(async () => (await import('./DraftNotice.tsx')).DraftNotice)

type EventFormProps = {
  /** The event's id: the stored one's, or the one a new event will have. */
  id: string
  /** Null for an event that is not stored yet. */
  record: EventRecord | null
  facts: SetupFacts
  onSaved: (event: EventRecord, isNew: boolean) => unknown
}

/** All fields of an event, what is missing, and the page they make. `EditForm` has one button; this form has two. */
export function EventForm(props: EventFormProps) {
  const { registrationOrigin, siteUrl } = props.facts
  const { edit, record, eventId, values, isDirty, isKept, publish, publishDialog } = usePublishableForm(props)
  const { form, saved, isBusy, restored } = edit
  const parts = useEventParts(eventId, values.agendaTemplateGroupId)
  const submit = form.handleSubmit((fields) => {
    if (!isBusy) edit.onSubmit(fields)
  })
  return (
    <FormProvider {...form}>
      <ReadinessProvider values={values} registrationOrigin={registrationOrigin} parts={parts}>
        <Head id={eventId} values={saved} unpublishedRevision={record?.unpublishedRevision}>
          {restored && (
            <DraftNotice
              draft={restored}
              isOutdated={record !== null && restored.version < record.version}
              onDiscard={edit.discard}
              onKeep={edit.dismiss}
            />
          )}
          <form
            method="post"
            noValidate
            aria-label="Event"
            aria-busy={isBusy}
            onSubmit={(event) => {
              event.preventDefault()
              void submit(event)
            }}
            className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
          >
            <FormSections
              eventId={eventId}
              siteUrl={siteUrl}
              savedSlug={saved.eventSlug}
              registrationOrigin={registrationOrigin}
            />
            <SideColumn
              eventId={eventId}
              isPublished={saved.isPublished}
              isBusy={isBusy}
              isDirty={isDirty}
              isKept={isKept}
              onPublish={publish}
              parts={parts}
              staleHints={record?.staleHints ?? []}
            />
          </form>
          {edit.conflict}
          {publishDialog}
        </Head>
      </ReadinessProvider>
    </FormProvider>
  )
}

/** The form with what its second button does: it publishes what the form holds, once what the checks found was read. */
function usePublishableForm(props: EventFormProps) {
  const { onFindings, dialog: publishDialog } = usePublishCheck(props.record === null ? props.id : undefined)
  const kept = useKeptForm({
    ...props,
    onRefused: (fault, { fields }) => onFindings(fault, (accepted) => publishWith(fields, accepted)),
  })
  const { form, isBusy, onSubmit } = kept.edit
  const publishWith = (fields: EventValues, accepted: string[]) => onSubmit(fields, { isPublished: true, accepted })
  const publish = form.handleSubmit((fields) => {
    if (!isBusy) publishWith(fields, [])
  })
  return { ...kept, publish: () => void publish(), publishDialog }
}

type KeptFormProps = EventFormProps & Pick<Parameters<typeof useEventForm>[0], 'onRefused'>

/** The form, whose unsaved values this browser keeps. It warns before someone leaves the page with them. */
function useKeptForm({ id, record: opened, facts, onSaved, onRefused }: KeptFormProps) {
  const [record, setRecord] = useState(opened)
  const draftKey = record ? id : 'new'
  const edit = useEventForm({
    id,
    draftKey,
    record,
    registrationOrigin: facts.registrationOrigin,
    onRefused,
    onSaved: (event) => {
      setRecord(event)
      return onSaved(event, record === null)
    },
  })
  const { form, saved, row } = edit
  const values = form.watch()
  const isDirty = FIELDS.some((field) => !isSame(values[field], saved[field]))
  const { isKept } = useEventDraft({
    key: draftKey,
    text: JSON.stringify(values),
    draft: () => (isDirty ? { id, version: row?.version ?? 0, base: saved, values: form.getValues() } : null),
  })
  useUnloadWarning(isDirty, isKept)
  return { edit, record, eventId: row ? id : null, values, isDirty, isKept }
}

type HeadProps = {
  id: string | null
  values: EventValues
  unpublishedRevision?: number | null | undefined
  children: ReactNode
}

/** An event that is stored has its head and tabs; a new one has neither. */
function Head({ id, values, unpublishedRevision = null, children }: HeadProps) {
  if (id === null) return <Screen title={values.eventName || 'New event'}>{children}</Screen>
  return (
    <EventWorkspace
      id={id}
      tab="details"
      event={{ ...values, unpublishedRevision, status: values.status as EventStatus }}
    >
      {children}
    </EventWorkspace>
  )
}

/**
 * The agenda, team and vendors of the event, for the preview and the checklist: as they are stored, or, for an event that is not
 * stored yet, the agenda of its template.
 */
function useEventParts(eventId: string | null, templateId: string): Omit<EventRows, 'event'> {
  const isNew = eventId === null
  const rows = useQuery({ ...rowsQuery(eventId ?? ''), enabled: !isNew })
  const template = useQuery({ ...templateQuery(templateId), enabled: isNew && templateId !== '' })
  return useMemo(() => {
    if (rows.data) {
      // The event itself comes from the form.
      const { event: _, ...parts } = rows.data
      return parts
    }
    return { agenda: (templateId !== '' && template.data?.items) || [], team: [], vendors: [] }
  }, [rows.data, template.data, templateId])
}
