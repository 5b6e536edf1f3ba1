import { approval, flagDismissal, moderationReason, moderatorEdit, queueQuery } from '#src/contract/forum-moderation.ts'
import { approvePost, hidePost, rejectPost, restorePost } from '#src/domain/forum-moderation/decide-post.ts'
import { editPost, readRevisions } from '#src/domain/forum-moderation/edit-post.ts'
import { dismissFlags } from '#src/domain/forum-moderation/handle-flags.ts'
import { countQueues, readQueue } from '#src/domain/forum-moderation/read-queue.ts'
import { accept, acceptQuery } from '../accept.ts'
import { routes } from '../routes.ts'
import { contextOf, idIn, noStore } from './parts.ts'

const MISSING = 'Post not found.'

/** Posts of the forum that a moderator looks at, and what they do with them. (forum 8) */
export const forumPostRoutes = routes('moderator')
  .get('/queue', noStore, acceptQuery(queueQuery), async (c) => c.json(await readQueue(c.var.db, c.req.valid('query'))))
  .get('/queue/counts', noStore, async (c) => c.json(await countQueues(c.var.db)))
  .post('/posts/:id/approve', noStore, accept(approval), async (c) =>
    c.json(await approvePost(c.var.db, idIn(c, MISSING), c.req.valid('json').version, contextOf(c))),
  )
  .post('/posts/:id/reject', noStore, accept(moderationReason), async (c) =>
    c.json(await rejectPost(c.var.db, idIn(c, MISSING), c.req.valid('json').reason, contextOf(c))),
  )
  .post('/posts/:id/hide', noStore, accept(moderationReason), async (c) =>
    c.json(await hidePost(c.var.db, idIn(c, MISSING), c.req.valid('json').reason, contextOf(c))),
  )
  .post('/posts/:id/restore', noStore, accept(moderationReason), async (c) =>
    c.json(await restorePost(c.var.db, idIn(c, MISSING), c.req.valid('json').reason, contextOf(c))),
  )
  .patch('/posts/:id', noStore, accept(moderatorEdit), async (c) =>
    c.json(await editPost(c.var.db, idIn(c, MISSING), c.req.valid('json'), contextOf(c))),
  )
  .get('/posts/:id/revisions', noStore, async (c) => c.json({ items: await readRevisions(c.var.db, idIn(c, MISSING)) }))
  .post('/flags/:postId/dismiss', noStore, accept(flagDismissal), async (c) =>
    c.json(await dismissFlags(c.var.db, idIn(c, MISSING, 'postId'), c.req.valid('json').note, contextOf(c))),
  )
