import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatDay } from '#src/contract/event-dates.ts'
import { DELIVERIES, type Delivery } from '#src/contract/order-state.ts'
import type { PickupPlace } from '#src/contract/shop-order.ts'
import { NO_PICKUP } from '#src/contract/shop-words.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { Select } from '#src/ui/Select.tsx'
import type { FieldErrors } from '../forms/form-store.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { $delivery, $fields, keepFields, pickups } from './checkout.ts'
import { KeptInput } from './KeptInput.tsx'
import { RadioGroup } from './RadioGroup.tsx'

const HINTS: Record<Delivery, string> = {
  pickup: 'Free. It waits for you at the workshop.',
  ship: 'To an address in the United States.',
  email: 'Free. The codes of your seats are also on the page of your order.',
}

type DeliveryFieldsProps = { options: readonly Delivery[]; errors: FieldErrors }

/** Where the goods go. Seat vouchers alone can only come by email. */
export function DeliveryFields({ options, errors }: DeliveryFieldsProps) {
  const chosen = useStore($delivery)
  const delivery = options.includes(chosen) ? chosen : (options[0] ?? 'pickup')
  useEffect(() => void pickups.load(), [])
  useEffect(() => {
    if (delivery !== chosen) keepFields({ 'to.delivery': delivery })
  }, [delivery, chosen])
  return (
    <>
      <RadioGroup
        legend="How you get it"
        name="to.delivery"
        value={delivery}
        onChoose={(next) => keepFields({ 'to.delivery': next })}
        options={options.map((value) => ({ value, label: DELIVERIES[value], hint: HINTS[value] }))}
        error={errors['to.delivery']}
      />
      {delivery === 'pickup' && (
        <>
          <ChosenPickup />
          <ResourceState of={pickups} what="the workshops">
            {(places) => <PickupSelect places={places} error={errors['to.eventId']} />}
          </ResourceState>
        </>
      )}
      {delivery === 'ship' && <AddressFields errors={errors} />}
    </>
  )
}

/** The workshop that was chosen before the page was reloaded, for an order that is sent before the workshops are loaded again. */
function ChosenPickup() {
  const chosen = useStore($fields)['to.eventId']
  const { status } = useStore(pickups.$state)
  return status === 'ready' || !chosen ? null : <input type="hidden" name="to.eventId" value={chosen} />
}

function PickupSelect({ places, error }: { places: readonly PickupPlace[]; error: string | undefined }) {
  const chosen = useStore($fields)['to.eventId']
  if (places.length === 0)
    return (
      <p role="status" className="note">
        {NO_PICKUP} Choose shipping instead.
      </p>
    )
  const place = places.find(({ eventId }) => eventId === chosen)
  return (
    <Select
      name="to.eventId"
      label="Workshop"
      required
      value={place ? place.eventId : ''}
      onChange={({ target }) => keepFields({ 'to.eventId': target.value })}
      options={[['', 'Choose a workshop'], ...places.map(toOption)]}
      hint={place && `You can order for this workshop until ${formatSiteTime(place.closesAt)}.`}
      error={error}
    />
  )
}

function toOption({ eventId, eventName, eventDate, city }: PickupPlace): [string, string] {
  return [eventId, [formatDay(eventDate), eventName, city].filter(Boolean).join(', ')]
}

/** An address in the United States. */
function AddressFields({ errors }: { errors: FieldErrors }) {
  const field = (name: string) => ({ name: `to.shipTo.${name}`, errors })
  return (
    <>
      <KeptInput {...field('name')} label="Recipient" autoComplete="shipping name" required />
      <KeptInput {...field('line1')} label="Street address" autoComplete="shipping address-line1" required />
      <KeptInput
        {...field('line2')}
        label="Suite, dock or department (optional)"
        autoComplete="shipping address-line2"
      />
      <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_9rem_9rem]">
        <KeptInput {...field('city')} label="City" autoComplete="shipping address-level2" required />
        <KeptInput
          {...field('state')}
          label="State"
          autoComplete="shipping address-level1"
          autoCapitalize="characters"
          maxLength={2}
          required
        />
        <KeptInput {...field('postcode')} label="ZIP code" autoComplete="shipping postal-code" required />
      </div>
    </>
  )
}
