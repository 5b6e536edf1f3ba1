import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { deliveringAfter } from '../outbox.ts'

export default countingAfter('partners', deliveringAfter(serve(partnersApi)))

/** `public` leaves these paths out, so that no request is claimed twice; so does this one what `admin-media` takes. */
export const config: Config = {
  path: ['/api/vendor/*', '/api/logistics/*'],
  excludedPath: ['/api/vendor/media', '/api/vendor/task-files', '/api/logistics/task-files'],
}
