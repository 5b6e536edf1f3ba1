import { randomUUID } from 'node:crypto'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const FORUM = '/api/admin/forum'

const written = { shows: 'never' } as const
const why = { reason: 'It sells something.' }
const words = { name: 'Pumps', description: 'All about pumps.', eventId: null, isClosed: false }
const newSlug = () => `pumps-${randomUUID().slice(0, 8)}`
const aTopic = async ({ forumTopic }: Ground) => ({ path: [await forumTopic()] })
const waiting = async ({ forumTopic }: Ground) => ({ path: [await forumTopic({ state: 'review' })] })

async function aFlaggedPost({ forumTopic, forumFlag }: Ground) {
  const id = await forumTopic()
  await forumFlag(id)
  return { path: [id], body: { note: 'A fair question.' } }
}

/** A post whose reports the caller has just dismissed. */
async function aDismissal(ground: Ground) {
  const { path, body } = await aFlaggedPost(ground)
  await ground.take('POST', `${FORUM}/flags/${path[0]}/dismiss`, body)
  return { body: { ids: path } }
}

/** All there are, the last one first. */
async function anotherOrder({ forumCategory, take }: Ground) {
  await forumCategory({ displayOrder: 1 })
  await forumCategory({ displayOrder: 2 })
  const { items } = await take<{ items: { id: string }[] }>('GET', `${FORUM}/categories`)
  return { body: { ids: items.map(({ id }) => id).reverse() } }
}

export const FORUM_WRITES: Record<string, WriteCall> = {
  [`POST ${FORUM}/posts/:id/approve`]: {
    prepare: async (ground) => ({ ...(await waiting(ground)), body: { version: 1 } }),
    action: 'forum-post.approve',
    keeps: 'both',
    ...written,
  },
  [`POST ${FORUM}/posts/:id/reject`]: {
    prepare: async (ground) => ({ ...(await waiting(ground)), body: why }),
    action: 'forum-post.reject',
    keeps: 'both',
    ...written,
  },
  [`POST ${FORUM}/posts/:id/hide`]: {
    prepare: async (ground) => ({ ...(await aTopic(ground)), body: why }),
    action: 'forum-post.hide',
    keeps: 'both',
    ...written,
  },
  [`POST ${FORUM}/posts/:id/restore`]: {
    prepare: async ({ forumTopic }) => ({ path: [await forumTopic({ state: 'hidden' })], body: why }),
    action: 'forum-post.restore',
    keeps: 'both',
    ...written,
  },
  [`POST ${FORUM}/posts/decisions`]: {
    prepare: async (ground) => ({ body: { act: 'hide', ids: (await aTopic(ground)).path, ...why } }),
    action: 'forum-post.hide',
    keeps: 'both',
    ...written,
  },
  [`POST ${FORUM}/flags/undo`]: {
    prepare: aDismissal,
    action: 'forum-post.reopen_flags',
    keeps: 'both',
    ...written,
  },
  [`PATCH ${FORUM}/posts/:id`]: {
    prepare: async (ground) => ({
      ...(await aTopic(ground)),
      body: { version: 1, source: 'They leak.', title: 'Seals leak', ...why },
    }),
    action: 'forum-post.edit',
    keeps: 'both',
    ...written,
  },
  [`POST ${FORUM}/flags/:postId/dismiss`]: {
    prepare: aFlaggedPost,
    action: 'forum-post.dismiss_flags',
    keeps: 'both',
    ...written,
  },
  [`PATCH ${FORUM}/topics/:id`]: {
    prepare: async (ground) => ({
      ...(await aTopic(ground)),
      body: { isPinned: true, isLocked: true, slowSeconds: 60, categoryId: await ground.forumCategory() },
    }),
    action: 'forum-topic.update',
    keeps: 'both',
    ...written,
  },
  [`POST ${FORUM}/topics/:id/merge`]: {
    prepare: async (ground) => ({ ...(await aTopic(ground)), body: { intoId: await ground.forumTopic() } }),
    action: 'forum-topic.merge',
    keeps: 'both',
    ...written,
  },
  [`POST ${FORUM}/categories`]: {
    prepare: () => ({ body: { id: randomUUID(), slug: newSlug(), ...words } }),
    action: 'forum-category.create',
    keeps: 'after',
    ...written,
  },
  [`PUT ${FORUM}/categories/order`]: {
    prepare: anotherOrder,
    action: 'forum-category.reorder',
    keeps: 'both',
    ...written,
  },
  [`PATCH ${FORUM}/categories/:id`]: {
    prepare: async ({ forumCategory }) => ({
      path: [await forumCategory()],
      body: { version: 1, slug: newSlug(), ...words },
    }),
    action: 'forum-category.update',
    keeps: 'both',
    ...written,
  },
  [`DELETE ${FORUM}/categories/:id`]: {
    prepare: async ({ forumCategory }) => ({ path: [await forumCategory()], query: 'version=1' }),
    action: 'forum-category.delete',
    keeps: 'before',
    ...written,
  },
}

export const FORUM_READS: Record<string, ReadCall> = {
  [`GET ${FORUM}/queue`]: () => ({ query: 'queue=flagged&limit=5' }),
  [`GET ${FORUM}/queue/counts`]: () => ({}),
  [`GET ${FORUM}/posts/:id/revisions`]: aTopic,
  [`GET ${FORUM}/topics`]: () => ({ query: 'q=seals' }),
  [`GET ${FORUM}/categories`]: () => ({}),
  [`GET ${FORUM}/events`]: () => ({ query: 'q=tulsa' }),
}
