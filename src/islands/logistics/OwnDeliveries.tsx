import { useEffect, useRef, useState } from 'react'
import { formatClock, formatDay } from '#src/contract/event-dates.ts'
import { formatVenueTime } from '#src/contract/logistics.ts'
import type { OwnDelivery } from '#src/contract/logistics-board.ts'
import { type LogisticsField, VENUE_TIME } from '#src/contract/logistics-sections.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { type ApiFieldError, toApiError } from '../call.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { useUnloadWarning } from '../unload-warning.ts'
import { notifyDetail, useAction } from '../use-action.ts'
import { Control } from './AnswerField.tsx'
import { toTyped, toValue } from './autosave.ts'
import { ownDeliveries, removeDelivery, saveDelivery } from './form.ts'

const FIELDS = [
  { key: 'title', label: 'What it is', kind: 'text', isRequired: true, hint: 'Such as one crate with a demo stand.' },
  { key: 'carrier', label: 'Carrier', kind: 'text' },
  { key: 'tracking', label: 'Tracking number', kind: 'text' },
  { key: 'pieces', label: 'Number of pieces', kind: 'number', isRequired: true },
  { key: 'expectedOn', label: 'Expected at the venue on', kind: 'date' },
  { key: 'expectedAt', label: 'Expected at', kind: 'time', hint: VENUE_TIME },
] as const satisfies readonly LogisticsField[]
type Typed = Record<(typeof FIELDS)[number]['key'], string>

const BLANK: Typed = { title: '', carrier: '', tracking: '', pieces: '1', expectedOn: '', expectedAt: '' }
const typedOf = (delivery: OwnDelivery): Typed => ({
  title: delivery.title,
  carrier: toTyped(delivery.carrier),
  tracking: toTyped(delivery.tracking),
  pieces: toTyped(delivery.pieces),
  expectedOn: toTyped(delivery.expectedOn),
  expectedAt: toTyped(delivery.expectedAt),
})

type ListProps = { zone: string; isFrozen: boolean }

/** What the person ships to the venue: a list that they keep themselves until the section closes. */
export function OwnDeliveries({ zone, isFrozen }: ListProps) {
  const [edited, edit] = useState<string>()
  const place = useRef<HTMLElement>(null)
  const close = () => {
    edit(undefined)
    place.current?.focus()
  }
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby="own-deliveries"
      className="grid gap-4 border-plate-line border-t pt-5"
    >
      <h4 id="own-deliveries" className="font-semibold text-[1.125rem]">
        Your deliveries
      </h4>
      {isFrozen && <p className="leading-snug">This list is closed. If something changes, contact the organizers.</p>}
      <ResourceState of={ownDeliveries} what="your deliveries">
        {(deliveries) => (
          <>
            {deliveries.length === 0 && edited === undefined && (
              <p className="leading-snug">
                Nothing is listed yet. Add each crate or parcel that you send to the venue.
              </p>
            )}
            <ul className="grid gap-4 empty:hidden">
              {deliveries.map((delivery) => (
                <li key={delivery.id} className="rounded-md border border-plate-line px-4 py-3">
                  {edited === delivery.id ? (
                    <DeliveryForm delivery={delivery} zone={zone} onClose={close} />
                  ) : (
                    <DeliveryFacts {...{ delivery, zone, isFrozen }} onEdit={() => edit(delivery.id)} />
                  )}
                </li>
              ))}
            </ul>
            {edited === 'new' && <DeliveryForm zone={zone} onClose={close} />}
          </>
        )}
      </ResourceState>
      {!isFrozen && edited === undefined && (
        <Button variant="outline" className="justify-self-start" onClick={() => edit('new')}>
          Add a delivery
        </Button>
      )}
      <p className="text-[.9375rem] text-soft leading-snug">
        The organizers see this list. It is deleted on the same day as the answers of this section.
      </p>
    </section>
  )
}

/** When a delivery is expected, how it is sent, and that it arrived. */
export function describeDelivery(delivery: OwnDelivery, zone: string): string[] {
  const { carrier, tracking, pieces, expectedOn, expectedAt, receivedAt, receivedBy, storage } = delivery
  const day = expectedOn && `Expected on ${formatDay(expectedOn)}${expectedAt ? `, ${formatClock(expectedAt)}` : ''}`
  const by = `${receivedBy ? ` by ${receivedBy}` : ''}${storage ? `, stored at ${storage}` : ''}`
  const received = receivedAt !== null && `Received on ${formatVenueTime(zone, receivedAt)}${by}.`
  return [[plural(pieces, 'piece'), carrier, tracking].filter(Boolean).join(', '), day || '', received || ''].filter(
    Boolean,
  )
}

type FactsProps = ListProps & { delivery: OwnDelivery; onEdit: () => void }

function DeliveryFacts({ delivery, zone, isFrozen, onEdit }: FactsProps) {
  const [isAsking, ask] = useState(false)
  const [, remove] = useAction({
    act: () => removeDelivery(delivery),
    onDone: () => {},
    onError: async (fault) => {
      await ownDeliveries.load()
      notifyDetail(fault)
    },
  })
  return (
    <>
      <p className="font-semibold wrap-anywhere">{delivery.title}</p>
      {describeDelivery(delivery, zone).map((line) => (
        <p key={line} className="leading-snug wrap-anywhere">
          {line}
        </p>
      ))}
      {delivery.receivedAt === null && (
        <p className="mt-2 flex flex-wrap gap-3">
          {!isFrozen && (
            <Button variant="outline" size="sm" onClick={onEdit}>
              Change<span className="sr-only">: {delivery.title}</span>
            </Button>
          )}
          <Button variant="link" size="sm" onClick={() => ask(true)}>
            Remove<span className="sr-only">: {delivery.title}</span>
          </Button>
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Remove this delivery?"
          label="Remove"
          busyLabel="Removing..."
          onConfirm={() => remove()}
          onClose={() => ask(false)}
        >
          {delivery.title} is no longer expected at the venue.
        </ConfirmDialog>
      )}
    </>
  )
}

type DeliveryFormProps = { delivery?: OwnDelivery; zone: string; onClose: () => void }

/** The form of one delivery. Two windows lose nothing: what was saved in the other one is shown beside what is typed. (security LG5) */
function DeliveryForm({ delivery, zone, onClose }: DeliveryFormProps) {
  const [id] = useState(() => delivery?.id ?? crypto.randomUUID())
  const [seen, see] = useState(delivery)
  const [typed, type] = useState(delivery ? typedOf(delivery) : BLANK)
  const [errors, refuse] = useState<readonly ApiFieldError[]>([])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useUnloadWarning(FIELDS.some(({ key }) => typed[key] !== (seen ? typedOf(seen) : BLANK)[key]))
  const values = Object.fromEntries(FIELDS.map((field) => [field.key, toValue(field, typed[field.key])]))
  const [isBusy, save] = useAction({
    // The server says which of the values do not fit.
    act: () => saveDelivery({ ...values, id } as Parameters<typeof saveDelivery>[0], seen?.version),
    onDone: onClose,
    onError: async (fault) => {
      const { status, errors: found } = toApiError(fault)
      refuse(found)
      if (status === 409 || status === 404) await ownDeliveries.load()
      if (found.length === 0) notifyDetail(fault)
    },
  })
  const isStale = delivery !== undefined && delivery.version !== seen?.version
  return (
    <form
      ref={form}
      noValidate
      aria-label={delivery ? `Change ${delivery.title}` : 'A new delivery'}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        refuse([])
        void save()
      }}
    >
      {FIELDS.map((field) => (
        <Control
          key={field.key}
          field={field}
          typed={typed[field.key]}
          error={errors.find((one) => one.field === field.key)?.message}
          onEdit={(text) => type({ ...typed, [field.key]: text })}
        />
      ))}
      {isStale && <ChangedElsewhere {...{ delivery, zone }} onKeep={() => see(delivery)} onDrop={onClose} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy} disabled={isStale}>
          {isBusy ? 'Saving...' : 'Save delivery'}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type ChangedProps = { delivery: OwnDelivery; zone: string; onKeep: () => void; onDrop: () => void }

function ChangedElsewhere({ delivery, zone, onKeep, onDrop }: ChangedProps) {
  return (
    <div role="alert" className="note">
      <strong className="block">This was changed in another window.</strong>
      <p className="wrap-anywhere">Saved there: {[delivery.title, ...describeDelivery(delivery, zone)].join(', ')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={onKeep}>
          Keep what I typed
        </Button>
        <Button variant="outline" size="sm" onClick={onDrop}>
          Use what is saved
        </Button>
      </div>
    </div>
  )
}
