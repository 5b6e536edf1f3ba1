import { approval, flagDismissal, moderationReason, moderatorEdit, queueQuery } from '#src/contract/forum-moderation.ts'
import {
  approvePost,
  countQueues,
  dismissFlags,
  editPost,
  hidePost,
  readQueue,
  readRevisions,
  rejectPost,
  restorePost,
} from '#src/domain/forum-moderation/forum-moderation.ts'
import { accept, acceptQuery } from '../accept.ts'
import { routes } from '../routes.ts'
import { doing, idIn, personal } from './parts.ts'

const MISSING = 'Post not found.'

/** Posts of the forum that a moderator looks at, and what they do with them. (forum 8) */
export const forumPostRoutes = routes('moderator')
  .get('/queue', personal, acceptQuery(queueQuery), async (c) =>
    c.json(await readQueue(c.var.db, c.req.valid('query'))),
  )
  .get('/queue/counts', personal, async (c) => c.json(await countQueues(c.var.db)))
  .post('/posts/:id/approve', personal, accept(approval), async (c) =>
    c.json(await approvePost(c.var.db, idIn(c, MISSING), c.req.valid('json').version, doing(c))),
  )
  .post('/posts/:id/reject', personal, accept(moderationReason), async (c) =>
    c.json(await rejectPost(c.var.db, idIn(c, MISSING), c.req.valid('json').reason, doing(c))),
  )
  .post('/posts/:id/hide', personal, accept(moderationReason), async (c) =>
    c.json(await hidePost(c.var.db, idIn(c, MISSING), c.req.valid('json').reason, doing(c))),
  )
  .post('/posts/:id/restore', personal, accept(moderationReason), async (c) =>
    c.json(await restorePost(c.var.db, idIn(c, MISSING), c.req.valid('json').reason, doing(c))),
  )
  .patch('/posts/:id', personal, accept(moderatorEdit), async (c) =>
    c.json(await editPost(c.var.db, idIn(c, MISSING), c.req.valid('json'), doing(c))),
  )
  .get('/posts/:id/revisions', personal, async (c) =>
    c.json({ items: await readRevisions(c.var.db, idIn(c, MISSING)) }),
  )
  .post('/flags/:postId/dismiss', personal, accept(flagDismissal), async (c) =>
    c.json(await dismissFlags(c.var.db, idIn(c, MISSING, 'postId'), c.req.valid('json').note, doing(c))),
  )
