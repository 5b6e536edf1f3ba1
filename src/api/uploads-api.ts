import { Hono } from 'hono'
import { adminMediaApi } from './admin/media-api.ts'
import type { ApiEnv } from './context.ts'
import { forumMediaApi } from './forum/media-api.ts'

/** Everything that takes pictures, and with them native code. */
export const uploadsApi = new Hono<ApiEnv>().route('/', adminMediaApi).route('/', forumMediaApi)
