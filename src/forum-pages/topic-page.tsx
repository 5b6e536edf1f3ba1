import { Failure } from '#src/contract/failure.ts'
import { FORUM_PAGE, type TopicPage } from '#src/contract/forum.ts'
import { FORUM_TAG, postAnchor, postPath, topicPagePath } from '#src/contract/forum-paths.ts'
import { UUID_PATTERN } from '#src/contract/uuid.ts'
import { placeOfPost, readTopicPage } from '#src/domain/forum-reading/read-topic-page.ts'
import { TopicView } from '#src/sections/forum/TopicView.tsx'
import { absentUntil, type CacheRule, type PageContext } from './env.ts'
import { sendElsewhere, sendPage } from './send.ts'
import { topicData } from './structured-data.ts'

const ID = new RegExp(`^${UUID_PATTERN}$`)
/** Numbers of posts are the database's integers. */
const PLACE = /^[1-9]\d{0,8}$/

/** `/forum/post/{id}`: a page of a topic; or of a reply, which leads on to its place in its topic. */
export async function showPost(c: PageContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!ID.test(id)) throw new Failure('not_found', 'Post not found.')
  c.set('absent', absentUntil(FORUM_TAG.topic(id)))
  const after = placeIn(c)
  const found = await c.var.retryRead(() => readTopic(c, id, after))
  if (found === undefined) return showReply(c, id)
  if ('mergedInto' in found) return sendElsewhere(postPath(found.mergedInto), 301, getCacheRule(id, found.mergedInto))
  return sendTopic(c, found, after)
}

function sendTopic(c: PageContext, page: TopicPage, after: number | null): Promise<Response> {
  const { id, title, description } = page.topic
  const number = (after ?? 0) / FORUM_PAGE + 1
  return sendPage(c, {
    title: number > 1 ? `${title}, page ${number}` : title,
    description: description || title,
    canonical: topicPagePath(id, after),
    ...(page.before !== null && { previous: topicPagePath(id, page.before) }),
    ...(page.after !== null && { next: topicPagePath(id, page.after) }),
    jsonLd: topicData(page, c.var.siteUrl),
    ...getCacheRule(id),
    content: <TopicView page={page} />,
  })
}

async function showReply(c: PageContext, id: string): Promise<Response> {
  const { topicId, number, after } = await c.var.retryRead(() => placeOfPost(c.var.db, id))
  return sendElsewhere(`${topicPagePath(topicId, after)}#${postAnchor(number)}`, 302, getCacheRule(topicId))
}

/** Undefined for an id that no topic has. Throws `not_found` for a page that the topic has not. */
async function readTopic(c: PageContext, id: string, after: number | null) {
  try {
    return await readTopicPage(c.var.db, id, after)
  } catch (fault) {
    const isUnknown = fault instanceof Failure && fault.kind === 'not_found'
    if (isUnknown && after === null) return undefined
    throw fault
  }
}

function getCacheRule(...topicIds: string[]): CacheRule {
  return { tags: [FORUM_TAG.every, ...topicIds.map(FORUM_TAG.topic)] }
}

/** Throws `invalid` for a value that is not a number, or the number of the first page, which has one address. */
function placeIn(c: PageContext): number | null {
  const asked = c.req.query('after')
  if (asked === undefined) return null
  if (!PLACE.test(asked)) throw new Failure('invalid', 'Page not found.')
  return Number(asked)
}
