import { useEffect, useId, useRef, useState } from 'react'
import type { Instant } from '#src/contract/instant.ts'
import { answerText, type Decision, type FormSection, formatVenueTime, keptSentence } from '#src/contract/logistics.ts'
import type { LogisticsSection } from '#src/contract/logistics-sections.ts'
import { plural } from '#src/contract/plural.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { useAction } from '../use-action.ts'
import { AnswerField, Control, focusFirst } from './AnswerField.tsx'
import { type FieldState, toTyped, toValue } from './autosave.ts'
import { askForChange, dropLate, missingOf, remove } from './form.ts'
import { OwnDeliveries } from './OwnDeliveries.tsx'

type SectionCardProps = {
  section: LogisticsSection
  stored: FormSection
  fields: Readonly<Record<string, FieldState>>
  zone: string
  now: Instant
  /** Open from the start. */
  isOpen: boolean
  /** The workshop does not take place: there is nothing to answer or to ask for. */
  isOff: boolean
}

/** One section: its questions until it is frozen, its answers afterwards, and how long they are kept. */
export function SectionCard({ section, stored, fields, zone, now, isOpen, isOff }: SectionCardProps) {
  const isFrozen = isOff || now >= stored.freezeAt
  const isAnswered = section.fields.some(({ key }) => (fields[`${section.key}.${key}`]?.answer.value ?? null) !== null)
  const isLate = section.fields.some(({ key }) => fields[`${section.key}.${key}`]?.late !== undefined)
  return (
    <details open={isOpen || isLate} className="plate group px-5 sm:px-8" id={section.key}>
      <summary className="flex min-h-15 cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 py-4 [&::-webkit-details-marker]:hidden">
        <h3 className="label min-w-0 grow basis-full text-[1.5rem] sm:basis-0">{section.title}</h3>
        <State section={section} fields={fields} isFrozen={isFrozen} isAnswered={isAnswered} />
        <span aria-hidden="true" className="ml-auto text-[1.5rem] leading-none group-open:rotate-45">
          +
        </span>
      </summary>
      <div className="grid gap-5 pb-7">
        <p className="leading-snug">{section.lead}</p>
        {!isFrozen && (
          <p className="text-[.9375rem] text-soft">
            {now < stored.deadlineAt ? 'Please answer by' : 'Answers were due by'}{' '}
            {formatVenueTime(zone, stored.deadlineAt)}. You can change them until{' '}
            {formatVenueTime(zone, stored.freezeAt)}.
          </p>
        )}
        {isFrozen ? (
          <Frozen {...{ section, stored, fields, zone, isOff, isLate }} />
        ) : (
          section.fields.map(({ key }) => {
            const state = fields[`${section.key}.${key}`]
            return state && <AnswerField key={key} place={`${section.key}.${key}`} state={state} />
          })
        )}
        {section.key === 'shipment' && <OwnDeliveries zone={zone} isFrozen={isFrozen} />}
        <Kept {...{ section, stored, zone, isOff, isAnswered }} />
      </div>
    </details>
  )
}

type StateProps = Pick<SectionCardProps, 'section' | 'fields'> & { isFrozen: boolean; isAnswered: boolean }

function State({ section, fields, isFrozen, isAnswered }: StateProps) {
  const missing = missingOf(section, fields).length
  if (isFrozen) return <Badge>Closed</Badge>
  if (missing > 0) return <Badge tone="waiting">{missing} to answer</Badge>
  if (isAnswered) return <Badge tone="good">Complete</Badge>
  return <Badge>Optional</Badge>
}

/** How long answers are kept, and the button that deletes them now. */
function Kept({
  section,
  stored,
  zone,
  isOff,
  isAnswered,
}: Pick<SectionCardProps, 'section' | 'stored' | 'zone' | 'isOff'> & { isAnswered: boolean }) {
  const [isAsking, ask] = useState(false)
  const [, act] = useAction({ act: () => remove(section.key), onDone: () => {} })
  return (
    <div className="border-plate-line border-t pt-4 text-[.9375rem] leading-snug">
      <p>{keptSentence(section.keepDays, stored.deletedAt, { zone, isOff })}</p>
      {isAnswered && (
        <Button variant="link" size="sm" className="-ml-4" onClick={() => ask(true)}>
          Delete these answers now <span className="sr-only">: {section.title}</span>
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${section.title}?`}
          label="Delete"
          busyLabel="Deleting..."
          onConfirm={() => act()}
          onClose={() => ask(false)}
        >
          Your answers in this section are deleted immediately. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  )
}

type FrozenProps = Pick<SectionCardProps, 'section' | 'stored' | 'fields' | 'zone' | 'isOff'> & { isLate: boolean }

/** The answers of a section that is closed, and the way to ask for a change: also for what was typed and not saved before it closed. */
function Frozen({ section, stored, fields, zone, isOff, isLate }: FrozenProps) {
  const [pressed, ask] = useState<boolean>()
  const isAsking = pressed ?? isLate
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (pressed !== undefined) focusFirst(part.current)
  }, [pressed])
  if (isOff) return <AnswerList section={section} stored={stored} />
  return (
    <>
      <AnswerList section={section} stored={stored} />
      {stored.requested && (
        <p role="status" className="note">
          <strong className="block">You asked for a change.</strong>
          {section.fields
            .filter(({ key }) => key in (stored.requested ?? {}))
            .map(
              (field) => `${field.label}: ${answerText(field, stored.requested?.[field.key] ?? null) || 'no answer'}`,
            )
            .join('. ')}
          . An organizer will decide.
        </p>
      )}
      {stored.decision && <Decided {...stored.decision} zone={zone} />}
      {isLate && (
        <p role="alert" className="note">
          <strong className="block">This section closed before your last changes were saved.</strong> They are in the
          fields below. You can ask for them.
        </p>
      )}
      <div ref={part}>
        {isAsking ? (
          <ChangeForm {...{ section, stored, fields }} onDone={() => ask(false)} />
        ) : (
          <Button variant="outline" onClick={() => ask(true)}>
            Ask for a change <span className="sr-only">: {section.title}</span>
          </Button>
        )}
      </div>
    </>
  )
}

/** What became of the change that was asked for. */
function Decided({ isAccepted, note, at, zone }: Decision & { zone: string }) {
  return (
    <div className="note">
      <strong className="block">
        {isAccepted ? 'Your change was accepted' : 'Your change was not accepted'} on {formatVenueTime(zone, at)}.
      </strong>
      {!isAccepted && 'Your answers stay as they are.'}
      {note && <p className="mt-1 whitespace-pre-line wrap-anywhere">The organizers write: {note}</p>}
    </div>
  )
}

/** The answers of a section, as their labels and words. */
function AnswerList({ section, stored }: Pick<SectionCardProps, 'section' | 'stored'>) {
  const given = section.fields.filter(({ key }) => (stored.answers[key]?.value ?? null) !== null)
  if (given.length === 0) return <p>You did not answer this section.</p>
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {given.map((field) => (
        <div key={field.key} className="grid gap-x-8 sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="font-semibold">{field.label}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            {answerText(field, stored.answers[field.key]?.value ?? null)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What should change in a closed section. Only what differs is sent. */
function ChangeForm({
  section,
  stored,
  fields,
  onDone,
}: Pick<SectionCardProps, 'section' | 'stored' | 'fields'> & { onDone: () => void }) {
  const before = (key: string) =>
    fields[`${section.key}.${key}`]?.late ?? toTyped(stored.requested?.[key] ?? stored.answers[key]?.value ?? null)
  const [typed, type] = useState(() => Object.fromEntries(section.fields.map(({ key }) => [key, before(key)])))
  const id = useId()
  const changed = section.fields.filter(({ key }) => typed[key] !== toTyped(stored.answers[key]?.value ?? null))
  const values = Object.fromEntries(changed.map((field) => [field.key, toValue(field, typed[field.key] ?? '')]))
  const [isBusy, send] = useAction({ act: () => askForChange(section.key, values), onDone })
  return (
    <form
      aria-labelledby={id}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p id={id} className="font-semibold">
        What should change? Changes apply once an organizer approves them.
      </p>
      {section.fields.map((field) => (
        <Control
          key={field.key}
          field={field}
          typed={typed[field.key] ?? ''}
          onEdit={(text) => type({ ...typed, [field.key]: text })}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy} disabled={changed.length === 0}>
          {isBusy ? 'Sending...' : `Ask for ${plural(Math.max(1, changed.length), 'change')}`}
        </Button>
        <Button
          variant="outline"
          onClick={() => {
            dropLate(section.key)
            onDone()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}
