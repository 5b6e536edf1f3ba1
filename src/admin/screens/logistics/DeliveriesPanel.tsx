import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Truck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatClock } from '#src/contract/event-dates.ts'
import {
  type BoardSummary,
  type Delivery,
  deliveryReceipt,
  isLate,
  newDelivery,
} from '#src/contract/logistics-board.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { NumberField, SelectField, TextField } from '../../blocks/fields.tsx'
import { formatMoment, getDay } from '../../blocks/moment.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { useSave } from '../../blocks/use-save.ts'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import {
  addDelivery,
  changeDelivery,
  deleteDelivery,
  deliveriesQuery,
  fetchPeople,
  LOGISTICS,
  receiveDelivery,
} from './logistics-calls.ts'

type Listed = Delivery & { isLate: boolean }

const columns: readonly Column<Listed>[] = [
  {
    header: 'Delivery',
    cell: ({ title, personName, pieces }) => (
      <>
        <b className="font-semibold">{title}</b>
        <span className="block text-[.875rem] text-soft">{`${personName ?? 'Our own'}, ${plural(pieces, 'piece')}`}</span>
      </>
    ),
  },
  {
    header: 'Carrier',
    width: '22%',
    cell: ({ carrier, tracking }) => [carrier, tracking].filter(Boolean).join(', ') || null,
  },
  {
    header: 'Expected',
    width: '20%',
    cell: ({ expectedOn, expectedAt }) =>
      expectedOn && `${getDay(expectedOn)}${expectedAt ? `, ${formatClock(expectedAt)}` : ''}`,
  },
  { header: 'State', width: '24%', cell: (delivery) => <State {...delivery} /> },
]

/** A word and a shape, never color alone. */
function State({ isLate: late, receivedAt, receivedBy, storage }: Listed) {
  if (receivedAt !== null) {
    const where = [receivedBy && `by ${receivedBy}`, storage && `kept in ${storage}`].filter(Boolean).join(', ')
    return (
      <>
        <span className="inline-flex items-center gap-1.5">
          <CircleCheck aria-hidden="true" className="size-4" />
          Received
        </span>
        <span className="block text-[.875rem] text-soft">{`${formatMoment(receivedAt)}${where && `, ${where}`}`}</span>
      </>
    )
  }
  const [Icon, word] = late ? ([CircleAlert, 'Late'] as const) : ([Truck, 'On its way'] as const)
  return (
    <span className={`inline-flex items-center gap-1.5 ${late ? 'font-semibold text-stop-ink' : ''}`}>
      <Icon aria-hidden="true" className="size-4" />
      {word}
    </span>
  )
}

/** What is shipped to the venue, and what of it has arrived. */
export function DeliveriesPanel({ eventId, summary }: { eventId: string; summary: BoardSummary }) {
  const query = useQuery(deliveriesQuery(eventId))
  const [edited, edit] = useState<Delivery | 'new'>()
  const [received, receive] = useState<Delivery>()
  const stale = [[LOGISTICS, eventId]]
  const reopen = useSave({
    save: ({ id, version }: Delivery) =>
      receiveDelivery(eventId, id, { isReceived: false, receivedBy: null, storage: null, version }),
    done: 'Receipt taken back',
    failed: 'Failed to change the delivery',
    stale,
  })
  const remove = useSave({
    save: (delivery: Delivery) => deleteDelivery(eventId, delivery),
    done: 'Delivery deleted',
    failed: 'Failed to delete the delivery',
    stale,
  })
  const actions = (delivery: Delivery): RowAction[] => [
    delivery.receivedAt === null
      ? { label: 'Mark as received', run: () => receive(delivery) }
      : { label: 'Not received', run: () => reopen.mutate(delivery) },
    { label: 'Edit', run: () => edit(delivery) },
    {
      label: 'Delete',
      isDestructive: true,
      run: () =>
        confirm({
          title: 'Delete this delivery?',
          message: `${delivery.title} is removed from the board and from the run sheet.`,
          label: 'Delete delivery',
          busyLabel: 'Deleting...',
          act: () => remove.mutateAsync(delivery),
        }),
    },
  ]
  const data = query.data?.items.map((one) => ({ ...one, isLate: isLate(one, summary.timeZone, summary.now) }))
  const list = { ...query, data, hasMore: false, isLoadingMore: false, loadMore: () => {} }
  return (
    <>
      <Button className="mb-3" onClick={() => edit('new')}>
        Add delivery
      </Button>
      <DataTable
        what="deliveries"
        list={list}
        columns={columns}
        getName={({ title }) => title}
        actions={actions}
        empty={<Empty title="No deliveries yet">What people and you ship to the venue appears here.</Empty>}
      />
      {edited && (
        <DeliveryDialog
          eventId={eventId}
          {...(edited !== 'new' && { delivery: edited })}
          onClose={() => edit(undefined)}
        />
      )}
      {received && <ReceiptDialog eventId={eventId} delivery={received} onClose={() => receive(undefined)} />}
    </>
  )
}

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

function DeliveryDialog({ eventId, delivery, onClose }: DeliveryDialogProps) {
  const queries = useQueryClient()
  const people = useQuery({
    queryKey: [LOGISTICS, eventId, 'senders'],
    queryFn: () => fetchPeople(eventId, {}),
  })
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
  const senders = people.data?.items.map(({ id, name }) => [id, name] as const) ?? []
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
      <TextField name="expectedAt" label={LABELS.expectedAt} type="time" hint="On the clock of the event." />
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

type ReceiptProps = { eventId: string; delivery: Delivery; onClose: () => void }

function ReceiptDialog({ eventId, delivery: { id, title, version }, onClose }: ReceiptProps) {
  const form = useForm<z.input<typeof receiptForm>, unknown, z.output<typeof receiptForm>>({
    resolver: zodResolver(receiptForm),
    defaultValues: { receivedBy: '', storage: '' },
  })
  const save = useSave({
    save: (fields: z.output<typeof receiptForm>) =>
      receiveDelivery(eventId, id, { ...fields, isReceived: true, version }),
    done: 'Delivery received',
    failed: 'Failed to change the delivery',
    stale: [[LOGISTICS, eventId]],
    onDone: onClose,
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      form={form}
      title={`Received: ${title}`}
      label="Mark as received"
      isBusy={save.isPending}
      onSubmit={(fields) => save.mutate(fields)}
      onClose={onClose}
    >
      <TextField name="receivedBy" label="Received by" maxLength={100} />
      <TextField name="storage" label="Where it is kept" maxLength={200} />
    </FormDialog>
  )
}
