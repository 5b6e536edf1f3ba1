import { Hono } from 'hono'
import { noticeQuery, noticesRead } from '#src/contract/forum-post.ts'
import { countUnread, listNotices, markRead } from '#src/domain/forum-notices/list-notices.ts'
import { accept, acceptQuery } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { noStore, ownVisit } from '../request.ts'
import { routes } from '../routes.ts'

/** What is behind the bell: for whoever is signed in, their own. */
const reading = routes('signedIn')
  .get('/', noStore, acceptQuery(noticeQuery), async (c) =>
    c.json(await listNotices(c.var.db, ownVisit(c).viewer.id, c.req.valid('query'))),
  )
  .get('/unread', noStore, async (c) => c.json({ count: await countUnread(c.var.db, ownVisit(c).viewer.id) }))

const marking = routes('approved').post('/read', noStore, accept(noticesRead), async (c) => {
  const { db, clock } = c.var
  return c.json({ count: await markRead(db, ownVisit(c).viewer.id, c.req.valid('json').upTo, clock()) })
})

/** For `/api/forum/notices`. */
export const noticeRoutes = new Hono<ApiEnv>().route('/', reading).route('/', marking)
