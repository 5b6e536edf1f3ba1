import type { Config } from '@netlify/functions'
import { settleSoon } from '#netlify/payments.ts'
import { wokenByOurs } from '#netlify/wake.ts'

/** Settles the payments that the schedule has found waiting. */
export default wokenByOurs(settleSoon)

/** `public` leaves this path out. */
export const config: Config = { path: '/api/settle-payments' }
