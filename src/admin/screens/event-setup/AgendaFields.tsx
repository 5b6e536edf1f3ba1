import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COMPARE_TEMPLATE } from '#src/contract/agenda-template.ts'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { SelectField } from '../../blocks/fields.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { links } from '../../links.ts'
import { FormSection, OutsideForm } from './EventFields.tsx'
import { templatesQuery } from './event-calls.ts'
import { FallbackShown, useFormValues } from './readiness-context.tsx'

/** Loaded when the agenda is compared with a template. */
const AgendaReview = lazyComponent(async () => (await import('./AgendaReview.tsx')).AgendaReview)

/** The agenda, taken from a template of the library. `eventId` is null while the event is not stored yet. */
export function AgendaFields({ eventId }: { eventId: string | null }) {
  const templates = useQuery(templatesQuery)
  const { agendaTemplateGroupId: chosen } = useFormValues()
  const [isReviewing, setReviewing] = useState(false)
  const items = templates.data?.items ?? []
  const isUnlisted = chosen !== '' && !items.some(({ id }) => id === chosen)
  const options = [
    ['', templates.isPending ? 'Loading templates...' : 'None'] as const,
    ...items.map(({ id, groupName, itemCount }) => [id, `${groupName} (${itemCount})`] as const),
    ...(isUnlisted ? [[chosen, 'Previously chosen template'] as const] : []),
  ]
  return (
    <FormSection title="Agenda">
      <SelectField
        name="agendaTemplateGroupId"
        label={EVENT_LABELS.agendaTemplateGroupId}
        options={options}
        hint={
          <>
            {templates.error
              ? 'Unable to load the agenda templates.'
              : eventId === null
                ? 'The template becomes the agenda when you save the event.'
                : 'Choosing one changes nothing yet. Compare first.'}
            <FallbackShown field="agenda" />
          </>
        }
      />
      {eventId !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="outline"
            size="sm"
            disabled={chosen === ''}
            title={chosen === '' ? 'Choose a template first' : undefined}
            onClick={() => setReviewing(true)}
          >
            {COMPARE_TEMPLATE}
          </Button>
          <AdminLink className="inline-flex min-h-10 items-center underline" to={links.eventParts(eventId, 'agenda')}>
            Edit agenda entries
          </AdminLink>
        </div>
      )}
      {isReviewing && eventId !== null && (
        <OutsideForm>
          <AgendaReview eventId={eventId} templateId={chosen} onClose={() => setReviewing(false)} />
        </OutsideForm>
      )}
    </FormSection>
  )
}
