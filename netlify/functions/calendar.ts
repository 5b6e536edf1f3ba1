import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { calendarApi } from '#src/api/calendar.ts'

export default countingAfter('calendar', serve(calendarApi))

/** `public` leaves these paths out, so that no request is claimed twice. */
export const config: Config = { path: '/api/calendar/*' }
