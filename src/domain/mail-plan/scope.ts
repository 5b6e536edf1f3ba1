import { sql } from 'drizzle-orm'
import { plannedMails } from '#db/schema/workflows.ts'
import { isOfOrder } from './occasions.ts'

/** The mails about accounts, and those about orders in the shop, are planned as those of an event are. */
export const ACCOUNTS = 'accounts'
export const ORDERS = 'orders'

/** What is planned at once: an event's id, `accounts` or `orders`. */
export type Scope = string

/** The event of a scope; null for accounts and orders. */
export function eventIdOf(scope: Scope): string | null {
  return scope === ACCOUNTS || scope === ORDERS ? null : scope
}

/** With which others a stored mail is planned. */
export function scopeOf(mail: { eventId: string | null; subjectId: string }): Scope {
  return mail.eventId ?? (isOfOrder(mail) ? ORDERS : ACCOUNTS)
}

/** The same in SQL. */
export const storedScope = sql<string>`case when ${plannedMails.eventId} is not null then ${plannedMails.eventId}::text
  when ${plannedMails.subjectId} like 'order:%' then ${ORDERS} else ${ACCOUNTS} end`

/** The order that a stored mail is about; null if it is about none. */
export function orderOf(mail: {
  subjectId: string
  itemId: string
  name: string | null
}): { id: string; number: string } | null {
  return isOfOrder(mail) ? { id: mail.itemId, number: mail.name ?? '' } : null
}
