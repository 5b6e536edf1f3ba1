import type { Config } from '@netlify/functions'
import { runChecksSoon } from '#netlify/checks.ts'
import { wokenByOurs } from '#netlify/wake.ts'

/** Runs the checks of the live site that another function has asked for. */
export default wokenByOurs(runChecksSoon)

/** `public` leaves this path out. */
export const config: Config = { path: '/api/run-checks' }
