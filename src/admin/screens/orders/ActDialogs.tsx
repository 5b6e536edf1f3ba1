import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { nameText } from '#src/contract/library.ts'
import { formatCents } from '#src/contract/money.ts'
import { poNumber } from '#src/contract/shop-order.ts'
import { ACT_REFUSED, type OrderDetail } from '#src/contract/shop-order-admin.ts'
import type { OrderLine } from '#src/contract/shop-order-view.ts'
import { optionalText, reasonText, text } from '#src/contract/text.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import type { Act } from './order-calls.ts'
import { useOrderAct } from './use-order-act.ts'

type Field = { name: string; label: string; hint?: string; isLong?: true }
type Form = {
  title: string
  lead?: (order: OrderDetail) => string
  label: string
  cancelLabel?: string
  schema: z.ZodType<Record<string, string | null>, Record<string, string | null | undefined>>
  fields: readonly Field[]
}

/** What is asked before each act that needs more than a press. The fields are those of the act. */
const FORMS: Record<'shipped' | 'po' | 'paid' | 'cancel', Form> = {
  shipped: {
    title: 'Mark shipped',
    lead: ({ email }) => `${email} gets an email with the carrier and the tracking number.`,
    label: 'Mark shipped',
    schema: z.object({ carrier: nameText(60, 'Carrier'), tracking: optionalText(100, 'Tracking number') }),
    fields: [
      { name: 'carrier', label: 'Carrier' },
      { name: 'tracking', label: 'Tracking number (optional)' },
    ],
  },
  po: {
    title: 'PO number',
    lead: ({ state }) =>
      state === 'invoiced'
        ? 'The invoice shows the new number.'
        : 'The order is invoiced at once, and the buyer is emailed.',
    label: 'Save PO number',
    schema: z.object({ poNumber }),
    fields: [{ name: 'poNumber', label: 'PO number' }],
  },
  paid: {
    title: 'Mark paid',
    lead: ({ totalCents }) => `For ${formatCents(totalCents)} that came in by check or bank transfer.`,
    label: 'Mark paid',
    schema: z.object({ note: text(1, 200, 'How it was paid') }),
    fields: [{ name: 'note', label: 'How it was paid', hint: 'Such as check 10482, or the reference of a transfer.' }],
  },
  cancel: {
    title: 'Cancel this order?',
    lead: () => 'Its pieces return to stock, and the buyer is emailed. This cannot be undone.',
    label: 'Cancel order',
    cancelLabel: 'Keep order',
    schema: z.object({ reason: reasonText('Enter a reason') }),
    fields: [{ name: 'reason', label: 'Reason', hint: 'The buyer reads it.', isLong: true }],
  },
}

type ActDialogProps = { order: OrderDetail; act: keyof typeof FORMS; onClose: () => void }

/** Asks what an act needs to know, and does it. */
export function ActDialog({ order, act, onClose }: ActDialogProps) {
  const { title, lead, label, cancelLabel, schema, fields } = FORMS[act]
  const save = useOrderAct(order, onClose)
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: Object.fromEntries(fields.map(({ name }) => [name, ''])),
  })
  return (
    <FormDialog
      title={title}
      lead={lead?.(order)}
      form={form}
      label={label}
      cancelLabel={cancelLabel}
      isBusy={save.isPending}
      onClose={onClose}
      // The schema above is that of the act.
      onSubmit={(input) => save.mutate({ act, ...input } as Act)}
    >
      {fields.map(({ name, label: fieldLabel, hint, isLong }) =>
        isLong ? (
          <TextAreaField key={name} name={name} label={fieldLabel} hint={hint} rows={3} />
        ) : (
          <TextField key={name} name={name} label={fieldLabel} hint={hint} autoComplete="off" />
        ),
      )}
    </FormDialog>
  )
}

const toCodes = (typed: string) =>
  typed
    .split('\n')
    .map((code) => code.trim())
    .filter(Boolean)

/** A text for each line, with a code on each of its own lines, and no more codes than seats. */
const codesForm = (lines: readonly OrderLine[]) =>
  z.object({
    codes: z.array(z.string().transform(toCodes)).superRefine((all, { addIssue }) => {
      for (const [at, codes] of all.entries())
        if (codes.length > (lines[at]?.quantity ?? 0))
          addIssue({ code: 'custom', path: [at], message: ACT_REFUSED.tooManyCodes })
    }),
  })

type CodesDialogProps = { order: OrderDetail; lines: readonly OrderLine[]; onClose: () => void }

/** The codes of seat vouchers, a line each: the buyer sees them on the page of the order. */
export function CodesDialog({ order, lines, onClose }: CodesDialogProps) {
  const save = useOrderAct(order, onClose)
  const form = useForm({
    resolver: zodResolver(codesForm(lines)),
    defaultValues: { codes: lines.map(({ codes }) => codes.join('\n')) },
  })
  return (
    <FormDialog
      title="Enter voucher codes"
      lead="The buyer sees them on the page of the order."
      form={form}
      label="Save codes"
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={({ codes }) =>
        save.mutate({ act: 'codes', lines: lines.map(({ id: lineId }, at) => ({ lineId, codes: codes[at] ?? [] })) })
      }
    >
      {lines.map(({ id, title, label, quantity }, at) => (
        <TextAreaField
          key={id}
          name={`codes.${at}`}
          label={`Codes of ${[title, label].filter(Boolean).join(', ')}`}
          rows={Math.min(quantity + 1, 8)}
          hint={`A line each. ${quantity === 1 ? '1 voucher was' : `${quantity} vouchers were`} ordered.`}
        />
      ))}
    </FormDialog>
  )
}
