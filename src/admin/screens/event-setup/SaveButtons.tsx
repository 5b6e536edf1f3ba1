import { useFormState } from 'react-hook-form'
import { DRAFT_NOT_KEPT } from '#src/contract/draft-event.ts'
import { FIX_FIELDS } from '#src/contract/readiness.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'
import { type EventValues, FIELDS, LABELS } from './event-values.ts'

type SaveButtonsProps = {
  /** Null while the event is not stored yet. */
  eventId: string | null
  isPublished: boolean
  isBusy: boolean
  isDirty: boolean
  /** False when the browser does not keep unsaved changes. */
  isKept: boolean
  onPublish: () => void
}

/** How the event stands, and what can be done with the form. */
export function SaveButtons({ eventId, isPublished, isBusy, isDirty, isKept, onPublish }: SaveButtonsProps) {
  const { errors, submitCount } = useFormState<EventValues>()
  const faulty = FIELDS.filter((name) => errors[name])
  const kept = isKept ? 'Kept in this browser until you save.' : DRAFT_NOT_KEPT
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[.9375rem] text-soft">
        {isPublished ? <Badge tone="good">Published</Badge> : <Badge>Draft</Badge>}
        {isDirty && `Unsaved changes. ${kept}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant={isPublished ? 'default' : 'outline'} disabled={isBusy}>
          {isBusy ? 'Saving...' : isPublished ? 'Save' : 'Save draft'}
        </Button>
        {!isPublished && (
          <Button variant="default" disabled={isBusy} onClick={onPublish}>
            Publish
          </Button>
        )}
        {eventId !== null && (
          <AdminLink className="inline-flex min-h-12 items-center px-2 underline" href={links.eventPreview(eventId)}>
            Full preview and links
          </AdminLink>
        )}
      </div>
      {submitCount > 0 && faulty.length > 0 && (
        <p role="alert" className="mt-3 font-semibold text-stop-ink leading-snug">
          {FIX_FIELDS}: {faulty.map((name) => LABELS[name]).join(', ')}.
        </p>
      )}
    </div>
  )
}
