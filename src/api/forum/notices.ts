import { Hono } from 'hono'
import { forumPreferences, noticeQuery, noticesRead } from '#src/contract/forum-post.ts'
import { countUnread, listNotices, markRead } from '#src/domain/forum-notices/list-notices.ts'
import { readPreferences, savePreferences } from '#src/domain/forum-notices/mail-choice.ts'
import { accept, acceptQuery } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { limitedActions } from '../limits.ts'
import { noStore, ownVisit } from '../request.ts'
import { routes } from '../routes.ts'

/** The notices of the signed-in member. */
const noticesToRead = routes('signedIn')
  .get('/', noStore, acceptQuery(noticeQuery), async (c) =>
    c.json(await listNotices(c.var.db, ownVisit(c).viewer.id, c.req.valid('query'))),
  )
  .get('/unread', noStore, async (c) => c.json({ count: await countUnread(c.var.db, ownVisit(c).viewer.id) }))

const marking = routes('approved').post('/read', noStore, accept(noticesRead), async (c) => {
  const { db, clock } = c.var
  return c.json({ count: await markRead(db, ownVisit(c).viewer.id, c.req.valid('json').upTo, clock()) })
})

/** For `/api/forum/notices`. */
export const noticeRoutes = new Hono<ApiEnv>().route('/', noticesToRead).route('/', marking)

const ownPreferences = routes('signedIn').get('/', noStore, async (c) =>
  c.json(await readPreferences(c.var.db, ownVisit(c).viewer.id)),
)

const choosing = routes('approved').put(
  '/',
  noStore,
  limitedActions('profileChange'),
  accept(forumPreferences),
  async (c) => {
    const { db, clock } = c.var
    return c.json(await savePreferences(db, ownVisit(c).viewer.id, c.req.valid('json'), clock()))
  },
)

/** Which forum emails a member gets. For `/api/forum/preferences`. */
export const preferenceRoutes = new Hono<ApiEnv>().route('/', ownPreferences).route('/', choosing)
