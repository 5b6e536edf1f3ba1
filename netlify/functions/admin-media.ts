import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serve } from '#netlify/serve.ts'
import { uploadsApi } from '#src/api/uploads-api.ts'

export default countingAfter('uploads', serve(uploadsApi))

/** `admin`, `forum` and `partners` leave these paths out, so that native code is loaded for pictures alone. */
export const config: Config = {
  path: [
    '/api/admin/media',
    '/api/forum/media',
    '/api/vendor/media',
    '/api/vendor/task-files',
    '/api/logistics/task-files',
  ],
}
