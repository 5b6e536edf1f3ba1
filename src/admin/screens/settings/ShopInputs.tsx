import { z } from 'zod'
import { SETTINGS } from '#src/contract/setting.ts'
import { SHOP_SETTING_LABELS as LABELS } from '#src/contract/shop-setting.ts'
import { CheckField, HundredthsField, NumberField, TextAreaField, TextField } from '../../blocks/fields.tsx'

const { schema } = SETTINGS.shop

/** The same schema for a form, in which an empty tax ID is none. */
export const shopFields = schema.extend({
  tax_id: z
    .string()
    .nullable()
    .transform((typed) => typed?.trim() || null)
    .pipe(schema.shape.tax_id.unwrap()),
})

/** `shop`: whether visitors can order, and what applies to new orders. */
export function ShopInputs() {
  return (
    <>
      <CheckField name="is_open" label={LABELS.is_open} />
      <fieldset className="grid items-start gap-5 rounded-md border-2 border-line px-4 pt-2 pb-5 sm:grid-cols-2">
        <legend className="px-1 font-semibold">Invoices</legend>
        <TextField name="seller_name" label={LABELS.seller_name} hint="Printed at the top of each invoice." />
        <TextField name="tax_id" label={LABELS.tax_id} hint="Optional, such as an EIN." />
        <TextAreaField name="seller_address" label={LABELS.seller_address} rows={3} />
        <TextAreaField
          name="payment_instructions"
          label={LABELS.payment_instructions}
          rows={3}
          hint="A bank account, or where to send a check."
        />
        <NumberField name="terms_days" label={LABELS.terms_days} hint="Days until an invoice is due." />
        <NumberField name="po_days" label={LABELS.po_days} hint="After that, an order without a PO number expires." />
      </fieldset>
      <fieldset className="grid items-start gap-5 rounded-md border-2 border-line px-4 pt-2 pb-5 sm:grid-cols-2">
        <legend className="px-1 font-semibold">Delivery and tax</legend>
        <HundredthsField name="shipping_cents" label={LABELS.shipping_cents} hint="Dollars for each order." />
        <HundredthsField
          name="free_shipping_from_cents"
          label={LABELS.free_shipping_from_cents}
          hint="Dollars. Leave empty if shipping is never free."
        />
        <HundredthsField name="tax_basis_points" label={LABELS.tax_basis_points} hint="Percent of taxed products." />
        <NumberField
          name="pickup_closes_days"
          label={LABELS.pickup_closes_days}
          hint="Orders for pick-up close this many days before a workshop."
        />
      </fieldset>
    </>
  )
}
