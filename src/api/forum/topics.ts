import { Hono } from 'hono'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { followChoice, mineQuery, replyInput, solutionChoice, topicInput } from '#src/contract/forum-post.ts'
import { chooseSolution } from '#src/domain/forum/choose-solution.ts'
import { createTopic, followAsAsked } from '#src/domain/forum/create-topic.ts'
import { readMine, readWaitingTopics } from '#src/domain/forum/read-mine.ts'
import { replyToTopic } from '#src/domain/forum/reply-to-topic.ts'
import { accept, acceptQuery } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { limitedActions } from '../limits.ts'
import { getKey, idIn, noStore, ownVisit, readActingWriter, readWriter } from '../request.ts'
import { routes } from '../routes.ts'

const limited = limitedActions('forumChanges')

const writing = routes('approved')
  .post('/', noStore, limited, accept(topicInput), async (c) =>
    c.json(await createTopic(c.var.db, c.req.valid('json'), getKey(c), readWriter(c)), 201),
  )
  .post('/:id/posts', noStore, limited, accept(replyInput), async (c) => {
    const id = idIn(c, NOT_FOUND.topic)
    return c.json(await replyToTopic(c.var.db, id, c.req.valid('json'), getKey(c), readWriter(c)), 201)
  })
  .put('/:id/solution', noStore, limited, accept(solutionChoice), async (c) => {
    const { postId } = c.req.valid('json')
    return c.json(await chooseSolution(c.var.db, idIn(c, NOT_FOUND.topic), postId, readActingWriter(c)))
  })
  .put('/:id/follow', noStore, limited, accept(followChoice), async (c) => {
    const { isOn } = c.req.valid('json')
    return c.json(await followAsAsked(c.var.db, idIn(c, NOT_FOUND.topic), readWriter(c).userId, isOn))
  })

const reading = routes('signedIn')
  .get('/waiting', noStore, async (c) => c.json({ items: await readWaitingTopics(c.var.db, ownVisit(c).viewer) }))
  .get('/:id/mine', noStore, acceptQuery(mineQuery), async (c) => {
    const asker = { viewer: ownVisit(c).viewer, now: c.var.clock() }
    return c.json(await readMine(c.var.db, idIn(c, NOT_FOUND.topic), c.req.valid('query').posts, asker))
  })

/** For `/api/forum/topics`. */
export const topicRoutes = new Hono<ApiEnv>().route('/', writing).route('/', reading)
