import { topicMerge, topicSearch, topicSettings } from '#src/contract/forum-moderation.ts'
import { mergeTopics } from '#src/domain/forum-moderation/merge-topics.ts'
import { findTopics, setTopic } from '#src/domain/forum-moderation/set-topic.ts'
import { accept, acceptQuery } from '../accept.ts'
import { routes } from '../routes.ts'
import { contextOf, idIn, noStore } from './parts.ts'

const MISSING = 'Topic not found.'

/** Topics of the forum: pinned, locked, slowed down, moved and merged. (forum 8) */
export const forumTopicRoutes = routes('moderator')
  .get('/', noStore, acceptQuery(topicSearch), async (c) =>
    c.json({ items: await findTopics(c.var.db, c.req.valid('query').q) }),
  )
  .patch('/:id', noStore, accept(topicSettings), async (c) =>
    c.json(await setTopic(c.var.db, idIn(c, MISSING), c.req.valid('json'), contextOf(c))),
  )
  .post('/:id/merge', noStore, accept(topicMerge), async (c) =>
    c.json(await mergeTopics(c.var.db, idIn(c, MISSING), c.req.valid('json').intoId, contextOf(c))),
  )
