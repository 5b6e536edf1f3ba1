import { useMemo, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { DRAFT_NOT_KEPT, draftEvent } from '#src/contract/draft-event.ts'
import type { EventRows } from '#src/contract/event.ts'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { toLanding } from '#src/contract/landing.ts'
import { plural } from '#src/contract/plural.ts'
import { FIX_FIELDS, type ReadinessItem } from '#src/contract/readiness.ts'
import { replaceMention } from '#src/contract/stale-copy.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AddToSet } from '../../blocks/AddToSet.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'
import { LandingFrame } from '../event-preview/LandingFrame.tsx'
import { type EventValues, FIELDS, toDraft } from './event-values.ts'
import { useFormValues, useReadiness } from './readiness-context.tsx'

type SideColumnProps = SaveButtonsProps & ChecklistProps & { parts: Omit<EventRows, 'event'> }

/** Beside the fields: what can be done with the form, the page it makes, and what is missing. */
export function SideColumn({ parts, staleHints, ...buttons }: SideColumnProps) {
  return (
    <div className="xl:-m-2 grid gap-5 xl:sticky xl:top-18 xl:max-h-[calc(100dvh-5rem)] xl:overflow-auto xl:p-2">
      <SaveButtons {...buttons} />
      <SidePreview parts={parts} />
      <Checklist eventId={buttons.eventId} staleHints={staleHints} />
    </div>
  )
}

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

/** The state of the event, and the buttons that save the form. */
function SaveButtons({ eventId, isPublished, isBusy, isDirty, isKept, onPublish }: SaveButtonsProps) {
  const { errors, submitCount } = useFormState<EventValues>()
  const { eventName } = useFormValues()
  const faulty = FIELDS.filter((name) => errors[name])
  const kept = isKept ? 'Kept in this browser until you save.' : DRAFT_NOT_KEPT
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[.9375rem] text-soft">
        {isPublished ? <Badge tone="good">Published</Badge> : <Badge>Draft</Badge>}
        {isDirty && `Unsaved changes. ${kept}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant={isPublished ? 'default' : 'outline'} isBusy={isBusy}>
          {isBusy ? 'Saving...' : isPublished ? 'Save' : 'Save draft'}
        </Button>
        {!isPublished && (
          <Button variant="default" isBusy={isBusy} onClick={onPublish}>
            Publish
          </Button>
        )}
        {eventId !== null && (
          <AdminLink className="inline-flex min-h-12 items-center px-2 underline" to={links.eventPreview(eventId)}>
            Full preview and links
          </AdminLink>
        )}
        {eventId !== null && <AddToSet subject={{ type: 'event', id: eventId, label: eventName }} />}
      </div>
      {submitCount > 0 && faulty.length > 0 && (
        <p role="alert" className="mt-3 font-semibold text-stop-ink leading-snug">
          {FIX_FIELDS}: {faulty.map((name) => EVENT_LABELS[name]).join(', ')}.
        </p>
      )}
    </div>
  )
}

const PHONE = 390
const DESKTOP = 1280

/** The page as it would be if this form were saved, on a phone and on a desktop, while the person types. */
function SidePreview({ parts }: { parts: Omit<EventRows, 'event'> }) {
  const values = useFormValues()
  const [now] = useState(Date.now)
  const landing = useMemo(() => {
    const event = draftEvent(toDraft(values))
    return event && toLanding({ event, ...parts }, now)
  }, [values, parts, now])
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="label mb-3 text-[1.25rem]">
        Preview
      </h2>
      {landing ? (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,7fr)]">
          <LandingFrame landing={landing} width={PHONE} height="26rem" title="Preview on a phone" isPicture />
          <LandingFrame landing={landing} width={DESKTOP} height="26rem" title="Preview on a desktop" isPicture />
        </div>
      ) : (
        <p className="rounded-md border-2 border-line border-dashed px-5 py-8 text-soft">
          The page appears here once the event has a date.
        </p>
      )}
    </section>
  )
}

type ChecklistProps = { eventId: string | null; staleHints: EventRecord['staleHints'] }

/** What is missing before publishing, and what the page shows instead of what is empty. Each line leads to its field. */
function Checklist({ eventId, staleHints }: ChecklistProps) {
  const items = useReadiness()
  const missing = items.filter(({ state }) => state === 'missing')
  const open = items.filter(({ state }) => state === 'fallback' || state === 'left out')
  return (
    <section aria-labelledby="readiness" className="rounded-md border-2 border-line px-4 py-3">
      <h2 id="readiness" className="label flex flex-wrap items-center gap-3 text-[1.25rem]">
        Before publishing
        <span role="status">
          {missing.length === 0 ? (
            <Badge tone="good">Nothing is missing</Badge>
          ) : (
            <Badge tone="waiting">{`${missing.length} missing`}</Badge>
          )}
        </span>
      </h2>
      <Lines items={missing} eventId={eventId} />
      <Replacements staleHints={staleHints} />
      {staleHints.length > 0 && (
        <ul className="mt-3 text-[.9375rem] leading-snug">
          {staleHints.map(({ field, words, reason }) => (
            <li key={`${field} ${words}`} className="mt-1">
              <b>{EVENT_LABELS[field as keyof EventValues] ?? field}</b>: “{words}”. {reason}
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-10 cursor-pointer content-center font-semibold">
            {open.length === 1 ? '1 optional field is empty' : `${open.length} optional fields are empty`}
          </summary>
          <Lines items={open} eventId={eventId} />
        </details>
      )}
    </section>
  )
}

function Lines({ items, eventId }: { items: readonly ReadinessItem[]; eventId: string | null }) {
  return (
    <ul className="text-[.9375rem] leading-snug">
      {items.map((item) => (
        <li key={item.field} className="border-line border-t py-1.5 first:border-t-0">
          <ChecklistLink item={item} eventId={eventId} />{' '}
          <span className="text-soft [overflow-wrap:anywhere]">{toNote(item)}</span>
        </li>
      ))}
    </ul>
  )
}

function toNote({ state, note }: ReadinessItem): string {
  if (state === 'missing') return note ?? ''
  return state === 'fallback' ? `Fallback shown: ${note}` : 'Not shown on the page'
}

/** Leads to the field, or to the screen of the agenda, team or vendors. */
function ChecklistLink({ item: { field, label }, eventId }: { item: ReadinessItem; eventId: string | null }) {
  const { setFocus } = useFormContext<EventValues>()
  const look = 'inline-flex min-h-6 cursor-pointer items-center font-semibold underline underline-offset-2'
  if (field === 'agenda' || field === 'team' || field === 'vendors') {
    if (eventId === null) return <b className="font-semibold">{label}</b>
    return (
      <AdminLink className={look} to={links.eventParts(eventId, field)}>
        {label}
      </AdminLink>
    )
  }
  return (
    <button type="button" className={look} onClick={() => setFocus(field)}>
      {label}
    </button>
  )
}

/** One button for each place that the texts of a copy still name. It changes only the form: without a save, nothing is changed. */
function Replacements({ staleHints }: Pick<ChecklistProps, 'staleHints'>) {
  const { control, setValue } = useFormContext<EventValues>()
  const values = useWatch({ control }) as EventValues
  const replacements = findReplacements(staleHints, values)
  if (replacements.length === 0) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {replacements.map(({ words, replaceBy, changes }) => (
        <Button
          key={words}
          variant="outline"
          size="sm"
          onClick={() => {
            for (const [field, text] of changes) setValue(field, text, { shouldDirty: true })
          }}
        >
          {`Replace ${words} with ${replaceBy} in ${plural(changes.length, 'field')}`}
        </Button>
      ))}
    </div>
  )
}

/** What can be replaced in the form as it is now: each place once, however it is written. */
function findReplacements(hints: ChecklistProps['staleHints'], values: EventValues) {
  const fields = new Set(hints.map(({ field }) => field))
  const own = { city: values.city, state: values.state, venueName: values.venueName, venueAddress: values.venueAddress }
  const names = hints.map(({ words }) => words)
  const places = new Map(
    // The first spelling comes last, so that it is the one on the button.
    hints
      .toReversed()
      .flatMap(({ words, replaceBy }) => (replaceBy ? [[words.toLowerCase(), { words, replaceBy }] as const] : [])),
  )
  return [...places.values()].flatMap((place) => {
    const changes = FIELDS.flatMap((field) => {
      const text = values[field]
      if (typeof text !== 'string' || !fields.has(field) || field === 'eventSlug') return []
      const changed = replaceMention(text, place, own, names)
      return changed === text ? [] : [[field, changed] as const]
    })
    return changes.length > 0 ? [{ ...place, changes }] : []
  })
}
