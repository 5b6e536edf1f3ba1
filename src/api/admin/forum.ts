import { NOT_FOUND } from '#src/contract/failure.ts'
import {
  approval,
  categoryChange,
  categoryOrder,
  dismissalsUndone,
  flagDismissal,
  moderationReason,
  moderatorEdit,
  newCategory,
  postDecisions,
  queueQuery,
  topicMerge,
  topicSearch,
  topicSettings,
} from '#src/contract/forum-moderation.ts'
import { deleteQuery } from '#src/contract/library.ts'
import { changeCategory, createCategory, deleteCategory } from '#src/domain/forum-moderation/categories.ts'
import { approvePost, hidePost, rejectPost, restorePost } from '#src/domain/forum-moderation/decide-post.ts'
import { decidePosts, undoDismissals } from '#src/domain/forum-moderation/decide-posts.ts'
import { editPost, readRevisions } from '#src/domain/forum-moderation/edit-post.ts'
import { dismissFlags } from '#src/domain/forum-moderation/handle-flags.ts'
import { findEventRooms, listAdminCategories, orderCategories } from '#src/domain/forum-moderation/list-categories.ts'
import { mergeTopics } from '#src/domain/forum-moderation/merge-topics.ts'
import { countQueues, readQueue } from '#src/domain/forum-moderation/read-queue.ts'
import { findTopics, setTopic } from '#src/domain/forum-moderation/set-topic.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

/** The moderators' queue of forum posts, and their decisions. (forum 8) */
export const forumPostRoutes = routes('moderator')
  .get('/queue', noStore, acceptQuery(queueQuery), async (c) => c.json(await readQueue(c.var.db, c.req.valid('query'))))
  .get('/queue/counts', noStore, async (c) => c.json(await countQueues(c.var.db)))
  .post('/posts/:id/approve', noStore, accept(approval), async (c) =>
    c.json(await approvePost(c.var.db, idIn(c, NOT_FOUND.post), c.req.valid('json').version, makeContext(c))),
  )
  .post('/posts/:id/reject', noStore, accept(moderationReason), async (c) =>
    c.json(await rejectPost(c.var.db, idIn(c, NOT_FOUND.post), c.req.valid('json').reason, makeContext(c))),
  )
  .post('/posts/:id/hide', noStore, accept(moderationReason), async (c) =>
    c.json(await hidePost(c.var.db, idIn(c, NOT_FOUND.post), c.req.valid('json').reason, makeContext(c))),
  )
  .post('/posts/:id/restore', noStore, accept(moderationReason), async (c) =>
    c.json(await restorePost(c.var.db, idIn(c, NOT_FOUND.post), c.req.valid('json').reason, makeContext(c))),
  )
  .post('/posts/decisions', noStore, accept(postDecisions), async (c) =>
    c.json({ results: await decidePosts(c.var.db, c.req.valid('json'), makeContext(c)) }),
  )
  .patch('/posts/:id', noStore, accept(moderatorEdit), async (c) =>
    c.json(await editPost(c.var.db, idIn(c, NOT_FOUND.post), c.req.valid('json'), makeContext(c))),
  )
  .get('/posts/:id/revisions', noStore, async (c) =>
    c.json({ items: await readRevisions(c.var.db, idIn(c, NOT_FOUND.post)) }),
  )
  .post('/flags/:postId/dismiss', noStore, accept(flagDismissal), async (c) =>
    c.json(await dismissFlags(c.var.db, idIn(c, NOT_FOUND.post, 'postId'), c.req.valid('json').note, makeContext(c))),
  )
  .post('/flags/undo', noStore, accept(dismissalsUndone), async (c) =>
    c.json({ results: await undoDismissals(c.var.db, c.req.valid('json').ids, makeContext(c)) }),
  )

/** Topics of the forum: pinned, locked, slowed down, moved and merged. (forum 8) */
export const forumTopicRoutes = routes('moderator')
  .get('/', noStore, acceptQuery(topicSearch), async (c) =>
    c.json({ items: await findTopics(c.var.db, c.req.valid('query').q) }),
  )
  .patch('/:id', noStore, accept(topicSettings), async (c) =>
    c.json(await setTopic(c.var.db, idIn(c, NOT_FOUND.topic), c.req.valid('json'), makeContext(c))),
  )
  .post('/:id/merge', noStore, accept(topicMerge), async (c) =>
    c.json(await mergeTopics(c.var.db, idIn(c, NOT_FOUND.topic), c.req.valid('json').intoId, makeContext(c))),
  )

/** The forum's categories. (forum 8) */
export const forumCategoryRoutes = routes('moderator')
  .get('/categories', noStore, async (c) => c.json({ items: await listAdminCategories(c.var.db) }))
  .get('/events', noStore, acceptQuery(topicSearch), async (c) =>
    c.json({ items: await findEventRooms(c.var.db, c.req.valid('query').q) }),
  )
  .post('/categories', noStore, accept(newCategory), async (c) =>
    c.json(await createCategory(c.var.db, c.req.valid('json'), readActor(c)), 201),
  )
  .put('/categories/order', noStore, accept(categoryOrder), async (c) =>
    c.json({ items: await orderCategories(c.var.db, c.req.valid('json').ids, readActor(c)) }),
  )
  .patch('/categories/:id', noStore, accept(categoryChange), async (c) =>
    c.json(await changeCategory(c.var.db, idIn(c, NOT_FOUND.category), c.req.valid('json'), readActor(c))),
  )
  .delete('/categories/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteCategory(c.var.db, idIn(c, NOT_FOUND.category), c.req.valid('query').version, readActor(c))),
  )
