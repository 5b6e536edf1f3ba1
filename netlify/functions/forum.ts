import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { forumApi } from '#src/api/forum-api.ts'
import { deliveringAfter } from '../outbox.ts'
import { purgingAfter } from '../purge-pages.ts'

export default countingAfter('forum', purgingAfter(deliveringAfter(serve(forumApi))))

/** `public` leaves this path out, and this one that of pictures, so that no request is claimed twice. */
export const config: Config = {
  path: ['/api/forum/*'],
  excludedPath: ['/api/forum/media'],
}
