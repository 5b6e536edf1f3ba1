import type { Config } from '@netlify/functions'
import { deliveringAfter } from '#netlify/deliver-after.ts'
import { purgingAfter } from '#netlify/purge-after.ts'
import { serve } from '#netlify/serve.ts'
import { forumApi } from '#src/api/forum-api.ts'

export default purgingAfter(deliveringAfter(serve(forumApi)))

/** `public` leaves this path out, and this one that of pictures, so that no request is claimed twice. */
export const config: Config = {
  path: ['/api/forum/*'],
  excludedPath: ['/api/forum/media'],
  rateLimit: { aggregateBy: ['ip', 'domain'], windowLimit: 200, windowSize: 60 },
}
