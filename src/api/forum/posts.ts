import { flagInput, postEdit } from '#src/contract/forum-post.ts'
import { deletePost } from '#src/domain/forum/delete-post.ts'
import { editPost, readSource } from '#src/domain/forum/edit-post.ts'
import { flagPost, thankPost, unthankPost } from '#src/domain/forum/thank-post.ts'
import { accept } from '../accept.ts'
import { limitedActions } from '../limits.ts'
import { idIn, noStore, POST_MISSING, writerOf } from '../request.ts'
import { routes } from '../routes.ts'

const limited = limitedActions('forumChanges')

/** What members do with a post that is there. For `/api/forum/posts`. */
export const postRoutes = routes('approved')
  .get('/:id/source', noStore, async (c) => c.json(await readSource(c.var.db, idIn(c, POST_MISSING), writerOf(c))))
  .patch('/:id', noStore, limited, accept(postEdit), async (c) =>
    c.json(await editPost(c.var.db, idIn(c, POST_MISSING), c.req.valid('json'), writerOf(c))),
  )
  .delete('/:id', noStore, limited, async (c) => c.json(await deletePost(c.var.db, idIn(c, POST_MISSING), writerOf(c))))
  .put('/:id/thanks', noStore, limited, async (c) =>
    c.json(await thankPost(c.var.db, idIn(c, POST_MISSING), writerOf(c))),
  )
  .delete('/:id/thanks', noStore, limited, async (c) =>
    c.json(await unthankPost(c.var.db, idIn(c, POST_MISSING), writerOf(c))),
  )
  .post('/:id/flags', noStore, limited, accept(flagInput), async (c) => {
    await flagPost(c.var.db, idIn(c, POST_MISSING), c.req.valid('json'), writerOf(c))
    return c.json({}, 201)
  })
