import type { PlainDay } from '#src/contract/instant.ts'
import type { OrderView } from '#src/contract/shop-order-view.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'

const DAY = 86_400_000
const sellerDate = new Intl.DateTimeFormat('en-US', { timeZone: DEFAULT_TIME_ZONE, dateStyle: 'medium' })
/** `2026-11-21`. */
const sellerDay = new Intl.DateTimeFormat('en-CA', { timeZone: DEFAULT_TIME_ZONE, dateStyle: 'short' })
const plainDate = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' })

/** What the paper is: the invoice once there is one, a receipt of a payment by card, and before that the order. */
export function getSheetName({ invoicedAt, payBy, paidAt }: OrderView): 'Invoice' | 'Receipt' | 'Order' {
  if (payBy === 'invoice' && invoicedAt !== null) return 'Invoice'
  return paidAt === null ? 'Order' : 'Receipt'
}

/**
 * What is at the head of the paper, by name. Its dates are those of the seller, by whose calendar an invoice is due: every reader sees the
 * same ones.
 */
export function getSheetFacts(view: OrderView): [name: string, fact: string][] {
  const { number, poNumber, invoicedAt, dueOn, paidAt, placedAt, state } = view
  const name = getSheetName(view)
  const date = name === 'Invoice' && invoicedAt !== null ? invoicedAt : placedAt
  const facts: [string, string | null][] = [
    [name === 'Invoice' ? 'Invoice no.' : 'Order no.', number],
    ['Date', sellerDate.format(date)],
    ['PO number', poNumber],
  ]
  if (name === 'Invoice' && dueOn !== null && state === 'invoiced')
    facts.push(['Terms', sayTerms(date, dueOn)], ['Due', formatPlainDate(dueOn)])
  facts.push(['Paid', paidAt === null ? null : sellerDate.format(paidAt)])
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

/** `Dec 18, 2026`. */
export function formatPlainDate(day: PlainDay): string {
  return plainDate.format(Date.parse(`${day}T00:00:00Z`))
}

/** `Net 30`, as purchasing departments read it. */
function sayTerms(invoicedAt: number, dueOn: PlainDay): string {
  const days = Math.round((Date.parse(dueOn) - Date.parse(sellerDay.format(invoicedAt))) / DAY)
  return days > 0 ? `Net ${days}` : 'Due on receipt'
}
