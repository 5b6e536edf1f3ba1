import type { Config } from '@netlify/functions'
import { deliverSoon } from '#netlify/outbox.ts'
import { wokenByOurs } from '#netlify/wake.ts'

/** Delivers what another function has just left in the outbox. */
export default wokenByOurs(deliverSoon)

/** `public` leaves this path out. */
export const config: Config = { path: '/api/deliver-outbox' }
