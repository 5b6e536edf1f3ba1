import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { formatCents } from '#src/contract/money.ts'
import { type OrderDetail, type RefundInput, refundInput, SHORT_REFUND } from '#src/contract/shop-order-admin.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { CheckField, HundredthsField, TextAreaField } from '../../blocks/fields.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { refundOrder, STALE_ORDERS } from './order-calls.ts'
import { refundableCents } from './order-refusals.ts'

type RefundDialogProps = { order: OrderDetail; onClose: () => void }

/** Pays back what was paid, or a part of it. The server asks for recent authentication. (decision 0060) */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  // Chosen before it is sent, so that a second press pays nothing back twice.
  const [id] = useState(() => crypto.randomUUID())
  const most = refundableCents(order)
  const isByHand = order.payments.every(({ provider, state }) => state !== 'paid' || provider === 'manual')
  const isGone = order.fulfillment === 'handed_over' || order.fulfillment === 'shipped'
  const form = useForm<z.input<typeof refundInput>, unknown, RefundInput>({
    resolver: zodResolver(refundInput),
    defaultValues: {
      id,
      orderId: order.id,
      amountCents: most,
      reason: order.state === 'short' ? SHORT_REFUND : '',
      putBack: order.state === 'paid' && !isGone,
    },
  })
  const save = useSave({
    save: refundOrder,
    done: (_, { amountCents }) => `${formatCents(amountCents)} is paid back`,
    failed: 'Failed to refund',
    stale: STALE_ORDERS,
    onDone: onClose,
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      title="Refund"
      lead={
        isByHand
          ? 'It was not paid by card: send the money yourself. This records it and emails the buyer.'
          : 'The payment provider pays it back to the card. This cannot be undone.'
      }
      form={form}
      label="Refund"
      busyLabel="Refunding..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={(input) => save.mutate(input)}
    >
      <HundredthsField name="amountCents" label="Amount in dollars" hint={`At most ${formatCents(most)}.`} />
      <TextAreaField name="reason" label="Reason" rows={3} hint="The buyer reads it." />
      <CheckField
        name="putBack"
        label="Return the pieces to stock"
        hint={isGone ? 'They have left: only once they came back.' : 'If the whole amount is refunded.'}
      />
    </FormDialog>
  )
}
