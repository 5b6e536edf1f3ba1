import { Hono } from 'hono'
import { uploadImage } from '#src/domain/media/store-image.ts'
import { readImage } from '../body.ts'
import type { ApiEnv } from '../context.ts'
import { routes } from '../routes.ts'
import { actorOf } from './parts.ts'

/** Uploads of logos and photos. The body is the image itself. (decision 0026, security XS5) */
const mediaRoutes = routes('admin').post('/', async (c) =>
  c.json(await uploadImage(c.var.db, await readImage(c.req.raw), actorOf(c)), 201),
)

/** An area of its own, because it alone brings native code along. */
export const adminMediaApi = new Hono<ApiEnv>().route('/api/admin/media', mediaRoutes)
