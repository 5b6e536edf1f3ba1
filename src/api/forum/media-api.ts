import { Hono } from 'hono'
import type { UploadedImage } from '#src/contract/medium.ts'
import { storeImage } from '#src/domain/media/store-image.ts'
import { noStore } from '../auth/parts.ts'
import { readImage } from '../body.ts'
import type { ApiEnv } from '../context.ts'
import { limitedActions } from '../limits.ts'
import { routes } from '../routes.ts'

/** Images for posts. The body is the image itself; the answer is what a post names it by. (security XS5) */
const uploadRoutes = routes('approved').post('/', noStore, limitedActions('forumUploads'), async (c) => {
  const now = new Date(c.var.clock())
  const { url, width, height } = await storeImage(c.var.db, await readImage(c.req.raw), now)
  return c.json<UploadedImage>({ url, width, height }, 201)
})

/** Apart from the forum's other routes, because it brings native code along. */
export const forumMediaApi = new Hono<ApiEnv>().route('/api/forum/media', uploadRoutes)
