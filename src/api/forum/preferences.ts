import { Hono } from 'hono'
import { forumPreferences } from '#src/contract/forum-post.ts'
import { readPreferences, savePreferences } from '#src/domain/forum-notices/mail-choice.ts'
import { accept } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { limitedActions } from '../limits.ts'
import { noStore, ownVisit } from '../request.ts'
import { routes } from '../routes.ts'

const reading = routes('signedIn').get('/', noStore, async (c) =>
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

/** How one hears of the forum by mail. For `/api/forum/preferences`. */
export const preferenceRoutes = new Hono<ApiEnv>().route('/', reading).route('/', choosing)
