import { mentionQuery, type Preview, previewInput } from '#src/contract/forum-post.ts'
import { previewPost } from '#src/domain/forum/compose-post.ts'
import { findMentionable } from '#src/domain/forum/mentions.ts'
import { listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { accept, acceptQuery } from '../accept.ts'
import { limitedReads } from '../limits.ts'
import { noStore } from '../request.ts'
import { routes } from '../routes.ts'

/** How a text will look. For who is signed in: who waits for approval may write a draft. For `/api/forum/preview`. */
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

/** Where a topic can go. For `/api/forum/categories`. */
export const categoryRoutes = routes('public').get('/', limitedReads('publicApi'), async (c) => {
  const { db, retryRead } = c.var
  return c.json({ items: await retryRead(() => listCategories(db)) })
})

/** Who can be named. For `/api/forum/members`. */
export const mentionRoutes = routes('approved').get(
  '/',
  noStore,
  limitedReads('publicApi'),
  acceptQuery(mentionQuery),
  async (c) => c.json(await findMentionable(c.var.db, c.req.valid('query').q, c.var.clock())),
)
