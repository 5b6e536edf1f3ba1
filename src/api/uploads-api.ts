import { Hono } from 'hono'
import type { UploadedImage } from '#src/contract/medium.ts'
import { linkTaskUpload, TASK_UPLOAD_LIMIT, taskUpload } from '#src/contract/task-answer.ts'
import { storeTaskFile } from '#src/domain/event-tasks/store-task-file.ts'
import { requireAssigneeByLink } from '#src/domain/logistics/tasks.ts'
import { storeImage, uploadImage } from '#src/domain/media/store-image.ts'
import { accept } from './accept.ts'
import { readImage } from './body.ts'
import type { ApiEnv } from './context.ts'
import { limitedActions, limitedFailures } from './limits.ts'
import { noStore, readActor } from './request.ts'
import { routes } from './routes.ts'
import { limitedVendorChanges, vendorActor } from './vendor-proposals.ts'
import { limitedAnswers, ownTasks } from './vendor-tasks.ts'

/** Images for posts. The body is the image itself; the answer is the address that a post refers to. (security XS5) */
const uploadRoutes = routes('approved').post('/', noStore, limitedActions('forumUploads'), async (c) => {
  const now = new Date(c.var.clock())
  const { url, width, height } = await storeImage(c.var.db, await readImage(c.req.raw), now)
  return c.json<UploadedImage>({ url, width, height }, 201)
})

/** Separate from the forum's other routes, because it requires native code. */
export const forumMediaApi = new Hono<ApiEnv>().route('/api/forum/media', uploadRoutes)

/** Uploads of logos and photos. The body is the image itself. (decision 0026, security XS5) */
const mediaRoutes = routes('admin').post('/', async (c) =>
  c.json(await uploadImage(c.var.db, await readImage(c.req.raw), readActor(c)), 201),
)

/** A separate area, because it requires native code. */
export const adminMediaApi = new Hono<ApiEnv>().route('/api/admin/media', mediaRoutes)

/** Files for the tasks of a vendor, which may be images. `answer` hands one in. (security VT1, VT3) */
const taskFileRoutes = routes('vendor').post(
  '/',
  noStore,
  accept(taskUpload, TASK_UPLOAD_LIMIT),
  limitedAnswers,
  async (c) => {
    const { data, ...file } = c.req.valid('json')
    const stored = { ...file, bytes: Buffer.from(data, 'base64'), assignee: ownTasks(c) }
    return c.json(await storeTaskFile(c.var.db, stored), 201)
  },
)

/** The same for a person of the team, by the link to their form, which comes in the body. (security LG1, VT1) */
const linkTaskFileRoutes = routes('public').post(
  '/',
  noStore,
  accept(linkTaskUpload, TASK_UPLOAD_LIMIT),
  limitedActions('logistics'),
  limitedFailures('verifyToken'),
  async (c) => {
    const { data, token, ...file } = c.req.valid('json')
    const assignee = await requireAssigneeByLink(c.var.db, token, c.var.clock())
    return c.json(await storeTaskFile(c.var.db, { ...file, bytes: Buffer.from(data, 'base64'), assignee }), 201)
  },
)

/** Logos that vendors propose. One that is proposed in no form is deleted again. (security VP6, XS5) */
const vendorMediaRoutes = routes('vendor').post('/', noStore, limitedVendorChanges, async (c) => {
  const { db, clock } = c.var
  return c.json(await uploadImage(db, await readImage(c.req.raw), vendorActor(c), new Date(clock())), 201)
})

/** All routes that accept images, which require native code. */
export const uploadsApi = new Hono<ApiEnv>()
  .route('/', adminMediaApi)
  .route('/', forumMediaApi)
  .route('/api/vendor/media', vendorMediaRoutes)
  .route('/api/vendor/task-files', taskFileRoutes)
  .route('/api/logistics/task-files', linkTaskFileRoutes)
