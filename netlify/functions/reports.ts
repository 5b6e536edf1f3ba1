import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { reportsApi } from '#src/api/reports.ts'
import { deliveringAfter } from '../outbox.ts'

export default countingAfter('reports', deliveringAfter(serve(reportsApi)))

/** `public` leaves these paths out, so that no request is claimed twice. */
export const config: Config = { path: ['/api/submit-event-report', '/api/reports/*'] }
