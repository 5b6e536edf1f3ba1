import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { type Cents, formatCents } from '#src/contract/money.ts'
import type { PlacedOrder, Quote } from '#src/contract/shop-order.ts'
import { ORDER_FAILED, PO_LATER, pickDeliveries } from '#src/contract/shop-words.ts'
import { TextArea } from '#src/ui/TextArea.tsx'
import type { ApiError } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import type { FieldErrors } from '../forms/form-store.ts'
import { $fields, checkoutSchema, keepFields, placeOrder, quote } from './checkout.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import { KeptInput } from './KeptInput.tsx'
import { leaveToPay } from './order.ts'
import { RadioGroup } from './RadioGroup.tsx'

/** Who orders, where it goes and how it is paid. What is typed is kept in this tab. (decision 0060) */
export function CheckoutForm({ value }: { value: Quote }) {
  const fields = useStore($fields)
  const box = useRef<HTMLDivElement>(null)
  const isCard = value.canPayByCard && fields['pay.payBy'] === 'card'
  const keep = () => {
    const form = box.current?.closest('form')
    if (form) keepFields(textsOf(new FormData(form)))
  }
  return (
    <Form
      schema={checkoutSchema}
      send={placeOrder}
      onDone={leaveFor}
      onRefused={readPricesAgain}
      wording={{ failed: ORDER_FAILED }}
      label={isCard ? 'Order and pay by card' : 'Place order'}
      busyLabel="Placing your order..."
      aside={<Total cents={value.totalCents} />}
    >
      {(errors) => (
        <div ref={box} onChange={keep} className="grid gap-10">
          <Part title="Delivery">
            <DeliveryFields options={pickDeliveries(value.lines)} errors={errors} />
          </Part>
          <Part title="Your details">
            <BuyerFields errors={errors} />
          </Part>
          <Part title="Payment">
            <PayFields canPayByCard={value.canPayByCard} errors={errors} />
          </Part>
        </div>
      )}
    </Form>
  )
}

/** The total once more, where the summary is far above the button. */
function Total({ cents }: { cents: Cents }) {
  return (
    <p className="flex items-baseline justify-between gap-x-6 border-line border-t pt-4 font-semibold lg:hidden">
      Total with tax <span className="text-[1.25rem] tabular-nums">{formatCents(cents)}</span>
    </p>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5">
      <h2 className="label text-[1.625rem]">{title}</h2>
      {children}
    </section>
  )
}

/** The texts of a form; files, which it has none of, are left out. */
function textsOf(data: FormData): Record<string, string> {
  return Object.fromEntries([...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** Opens the page of the order, or the one where it is paid. The form stays busy meanwhile, so that nothing is sent twice. */
function leaveFor({ orderUrl, payUrl }: PlacedOrder): Promise<never> {
  if (payUrl === null) location.assign(orderUrl)
  else leaveToPay(payUrl, orderUrl)
  return new Promise(() => {})
}

/** A refusal because of prices or stock shows what holds now. The sentence of the server is shown in any case. */
function readPricesAgain({ status }: ApiError): boolean {
  if (status === 409) void quote.load()
  return false
}

function BuyerFields({ errors }: { errors: FieldErrors }) {
  return (
    <>
      <KeptInput name="company" label="Company" autoComplete="organization" required errors={errors} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <KeptInput name="buyerName" label="Your name" autoComplete="name" required errors={errors} />
        <KeptInput name="phone" label="Phone (optional)" type="tel" autoComplete="tel" errors={errors} />
      </div>
      <KeptInput
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint="We send the link to your order here. There is no account."
        errors={errors}
      />
      <TextArea
        name="buyerNote"
        label="Note for us (optional)"
        rows={2}
        defaultValue={$fields.get().buyerNote ?? ''}
        error={errors.buyerNote}
      />
    </>
  )
}

const PO_OPTIONS = [
  { value: 'now', label: 'I have a PO number' },
  {
    value: 'later',
    label: PO_LATER,
    hint: 'We hold your order. You or your purchasing department enters the number on the page of the order.',
  },
] as const

function PayFields({ canPayByCard, errors }: { canPayByCard: boolean; errors: FieldErrors }) {
  const fields = useStore($fields)
  const isCard = canPayByCard && fields['pay.payBy'] === 'card'
  const isLater = fields.po === 'later'
  return (
    <>
      {canPayByCard && (
        <RadioGroup
          legend="How you pay"
          name="pay.payBy"
          value={isCard ? 'card' : 'invoice'}
          onChoose={(payBy) => keepFields({ 'pay.payBy': payBy })}
          options={[
            {
              value: 'invoice',
              label: 'On invoice',
              hint: 'With a purchase order. You pay by check or bank transfer.',
            },
            { value: 'card', label: 'By card', hint: 'You enter your card on the page of our payment provider.' },
          ]}
        />
      )}
      {!isCard && (
        <RadioGroup
          legend={canPayByCard ? 'Purchase order' : 'Purchase order, on invoice'}
          name="po"
          value={isLater ? 'later' : 'now'}
          onChoose={(po) => keepFields({ po })}
          options={PO_OPTIONS}
        />
      )}
      {!isCard && !isLater && (
        <KeptInput
          name="pay.poNumber"
          label="PO number"
          autoComplete="off"
          spellCheck={false}
          required
          errors={errors}
        />
      )}
    </>
  )
}
