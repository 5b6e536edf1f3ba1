import { z } from 'zod'
import { isStorable } from './text.ts'

const line = (max: number, label: string) =>
  z
    .string(`${label} must be a text`)
    .max(max, `${label} must be at most ${max} characters`)
    .refine(isStorable, `${label} contains characters that cannot be stored`)
const days = (most: number, label: string) =>
  z.int(`${label}: enter a whole number`).min(0, `${label}: at least 0`).max(most, `${label}: at most ${most}`)
const cents = (label: string) =>
  z.int(`${label}: enter an amount`).min(0, `${label}: at least 0`).max(99_999_99, `${label} is too high`)

/** What applies to new orders of the shop. (decision 0060) */
export const shopSetting = z.object({
  /** While it is off, pages of the shop stay and say that nothing can be ordered. */
  is_open: z.boolean('Choose whether the shop is open: true or false').default(true),
  seller_name: line(120, 'Seller').default(''),
  seller_address: line(400, 'Address of the seller').default(''),
  tax_id: line(60, 'Tax ID').nullable().default(null),
  /** How invoices are paid: a bank account, or where checks go. */
  payment_instructions: line(600, 'How to pay').default(''),
  /** Days after an invoice until it is due. */
  terms_days: days(120, 'Payment terms').default(30),
  /** Days for which an order waits for the number of a purchase order. */
  po_days: days(60, 'Days to wait for a PO').default(10),
  /** Days before a workshop on which ordering for pick-up there ends. */
  pickup_closes_days: days(30, 'Days before pick-up').default(3),
  shipping_cents: cents('Shipping').default(1200),
  /** From this subtotal on, shipping is free; null where it never is. */
  free_shipping_from_cents: cents('Free shipping').nullable().default(null),
  /** Hundredths of a percent on what is taxed: 825 is 8.25 %. Shipping is not taxed. */
  tax_basis_points: z
    .int('Enter a tax rate, such as 8.25')
    .min(0, 'Tax rate must be at least 0')
    .max(3000, 'Tax rate must be at most 30 %')
    .default(0),
})
export type ShopSetting = z.output<typeof shopSetting>

/** The labels of the fields. */
export const SHOP_SETTING_LABELS: Record<keyof ShopSetting, string> = {
  is_open: 'Visitors can order',
  seller_name: 'Seller',
  seller_address: 'Address of the seller',
  tax_id: 'Tax ID',
  payment_instructions: 'How to pay',
  terms_days: 'Payment terms',
  po_days: 'Days to wait for a PO',
  pickup_closes_days: 'Days before pick-up',
  shipping_cents: 'Shipping',
  free_shipping_from_cents: 'Free shipping from',
  tax_basis_points: 'Sales tax',
}
