import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { contentChecksApi } from '#src/api/content-checks-api.ts'

export default countingAfter('admin', serve(contentChecksApi))

/** `admin` leaves these paths out, so that no request is claimed twice. */
export const config: Config = { path: ['/api/admin/content-checks', '/api/admin/content-checks/*'] }
