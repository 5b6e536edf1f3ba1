import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Delivery, deliveryReceipt, newDelivery } from '#src/contract/logistics-board.ts'
import { VENUE_TIME } from '#src/contract/logistics-sections.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { NumberField, SelectField, TextField } from '../../blocks/fields.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { addDelivery, changeDelivery, deliveriesQuery, everybodyQuery, LOGISTICS } from './logistics-calls.ts'

const LABELS = {
  title: 'What it is',
  personId: 'From',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  pieces: 'Pieces',
  expectedOn: 'Expected on',
  expectedAt: 'Expected at',
}
/** Empty inputs of the browser are no value. */
const empty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema)
const { personId, expectedOn, expectedAt } = newDelivery.shape
const deliveryForm = newDelivery
  .omit({ id: true })
  .extend({ personId: empty(personId), expectedOn: empty(expectedOn), expectedAt: empty(expectedAt) })

type DeliveryDialogProps = { eventId: string; delivery?: Delivery; onClose: () => void }

/** The form of one delivery; a new one without `delivery`. */
export function DeliveryDialog({ eventId, delivery, onClose }: DeliveryDialogProps) {
  const queries = useQueryClient()
  const people = useQuery(everybodyQuery(eventId))
  const edit = useVersionedForm({
    row: delivery,
    getFields,
    resolver: zodResolver(deliveryForm),
    labels: LABELS,
    save: ({ fields, over, newId }) =>
      over
        ? changeDelivery(eventId, over.id, { ...fields, version: over.version })
        : addDelivery(eventId, { ...fields, id: newId }),
    refetch: async (newId) =>
      (await queries.fetchQuery(deliveriesQuery(eventId))).items.find(({ id }) => id === (delivery?.id ?? newId)),
    done: delivery ? 'Delivery updated' : 'Delivery added',
    failed: delivery ? 'Failed to update delivery' : 'Failed to add delivery',
    stale: [[LOGISTICS, eventId]],
    onSaved: onClose,
  })
  const senders = people.data?.map(({ id, name }) => [id, name] as const) ?? []
  const known = delivery?.personId && !senders.some(([id]) => id === delivery.personId)
  const options = [
    ['', 'Our own'] as const,
    ...senders,
    ...(known ? [[delivery.personId ?? '', delivery.personName ?? ''] as const] : []),
  ]
  return (
    <FormDialog
      {...edit}
      title={delivery ? 'Edit delivery' : 'New delivery'}
      label={delivery ? 'Save delivery' : 'Add delivery'}
      onClose={onClose}
    >
      <TextField name="title" label={LABELS.title} maxLength={200} />
      <SelectField name="personId" label={LABELS.personId} options={options} />
      <TextField name="carrier" label={LABELS.carrier} maxLength={100} />
      <TextField name="tracking" label={LABELS.tracking} maxLength={100} />
      <NumberField name="pieces" label={LABELS.pieces} />
      <TextField name="expectedOn" label={LABELS.expectedOn} type="date" />
      <TextField name="expectedAt" label={LABELS.expectedAt} type="time" hint={VENUE_TIME} />
    </FormDialog>
  )
}

function getFields(delivery: Delivery | undefined) {
  if (!delivery)
    return {
      ...{ title: '', personId: null, carrier: null, tracking: null },
      ...{ pieces: 1, expectedOn: null, expectedAt: null },
    }
  const { title, personId: sender, carrier, tracking, pieces, expectedOn: day, expectedAt: time } = delivery
  return { title, personId: sender, carrier, tracking, pieces, expectedOn: day, expectedAt: time }
}

const receiptForm = deliveryReceipt.pick({ receivedBy: true, storage: true })

export type Receipt = z.output<typeof receiptForm>
type ReceiptProps = { title: string; isBusy: boolean; onSubmit: (receipt: Receipt) => void; onClose: () => void }

/** Who received a delivery or several, and where they are kept. */
export function ReceiptDialog({ title, isBusy, onSubmit, onClose }: ReceiptProps) {
  const form = useForm<z.input<typeof receiptForm>, unknown, Receipt>({
    resolver: zodResolver(receiptForm),
    defaultValues: { receivedBy: '', storage: '' },
  })
  return (
    <FormDialog
      form={form}
      title={`Received: ${title}`}
      label="Mark as received"
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField name="receivedBy" label="Received by" maxLength={100} />
      <TextField name="storage" label="Storage location" maxLength={200} />
    </FormDialog>
  )
}
