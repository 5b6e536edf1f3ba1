import { z } from 'zod'

/** Body of `POST /api/admin/logistics-mails/test`: whose data the mails have. It names no recipient. (security LG11) */
export const logisticsTestInput = z.strictObject({ eventId: z.uuid(), personId: z.uuid() })
export type LogisticsTestInput = z.output<typeof logisticsTestInput>

/** What was sent: each mail with the placeholders that had no value, by their names. */
export type LogisticsTest = {
  /** The administrator's own address. */
  sentTo: string
  mails: { template: string; title: string; subject: string; empty: string[] }[]
}
