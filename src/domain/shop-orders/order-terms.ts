import type { Instant, PlainDay } from '#src/contract/instant.ts'
import type { ShopSetting } from '#src/contract/shop-setting.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'

const DAY = 86_400_000
/** Milliseconds for which pieces are held for a payment by card before its session is known. */
export const PAYMENT_TIME = 35 * 60_000

/** Today on the clock of the seller, by which invoices are due. */
export function sellerDay(now: Instant): PlainDay {
  return dayIn(DEFAULT_TIME_ZONE, now)
}

/** The day on which an invoice of `now` is due. */
export function dueOn({ terms_days: days }: Pick<ShopSetting, 'terms_days'>, now: Instant): PlainDay {
  return addDays(sellerDay(now), days)
}

/** Until when an order of `now` waits for the number of a purchase order. */
export function poDueAt({ po_days: days }: Pick<ShopSetting, 'po_days'>, now: Instant): Instant {
  return now + days * DAY
}
