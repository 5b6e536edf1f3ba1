import { NOT_FOUND } from '#src/contract/failure.ts'
import { flagInput, mentionQuery, type Preview, postEdit, previewInput } from '#src/contract/forum-post.ts'
import { previewPost } from '#src/domain/forum/compose-post.ts'
import { deletePost } from '#src/domain/forum/delete-post.ts'
import { editPost, readSource } from '#src/domain/forum/edit-post.ts'
import { findMentionable } from '#src/domain/forum/mentions.ts'
import { flagPost, thankPost, unthankPost } from '#src/domain/forum/thank-post.ts'
import { listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { accept, acceptQuery } from '../accept.ts'
import { limitedActions, limitedReads } from '../limits.ts'
import { idIn, noStore, readWriter } from '../request.ts'
import { routes } from '../routes.ts'

const limited = limitedActions('forumChanges')

/** Members' actions on an existing post. For `/api/forum/posts`. */
export const postRoutes = routes('approved')
  .get('/:id/source', noStore, async (c) => c.json(await readSource(c.var.db, idIn(c, NOT_FOUND.post), readWriter(c))))
  .patch('/:id', noStore, limited, accept(postEdit), async (c) =>
    c.json(await editPost(c.var.db, idIn(c, NOT_FOUND.post), c.req.valid('json'), readWriter(c))),
  )
  .delete('/:id', noStore, limited, async (c) =>
    c.json(await deletePost(c.var.db, idIn(c, NOT_FOUND.post), readWriter(c))),
  )
  .put('/:id/thanks', noStore, limited, async (c) =>
    c.json(await thankPost(c.var.db, idIn(c, NOT_FOUND.post), readWriter(c))),
  )
  .delete('/:id/thanks', noStore, limited, async (c) =>
    c.json(await unthankPost(c.var.db, idIn(c, NOT_FOUND.post), readWriter(c))),
  )
  .post('/:id/flags', noStore, limited, accept(flagInput), async (c) => {
    await flagPost(c.var.db, idIn(c, NOT_FOUND.post), c.req.valid('json'), readWriter(c))
    return c.json({}, 201)
  })

/**
 * A preview of a text. For everyone who is signed in, because members who wait for approval may write a draft. For
 * `/api/forum/preview`.
 */
export const previewRoutes = routes('signedIn').post(
  '/',
  noStore,
  limitedReads('previews'),
  accept(previewInput),
  async (c) => {
    const { html } = await previewPost(c.var.db, c.req.valid('json').source)
    return c.json<Preview>({ html })
  },
)

/** The categories for a topic. For `/api/forum/categories`. */
export const categoryRoutes = routes('public').get('/', limitedReads('publicApi'), async (c) => {
  const { db, retryRead } = c.var
  return c.json({ items: await retryRead(() => listCategories(db)) })
})

/** The members who can be mentioned. For `/api/forum/members`. */
export const mentionRoutes = routes('approved').get(
  '/',
  noStore,
  limitedReads('publicApi'),
  acceptQuery(mentionQuery),
  async (c) => c.json(await findMentionable(c.var.db, c.req.valid('query').q, c.var.clock())),
)
