import { addressKey } from '#src/api/address.ts'
import { Failure } from '#src/contract/failure.ts'
import { TOPIC_SORTS, type TopicSort } from '#src/contract/forum.ts'
import { categoryFeed, categoryPath, FORUM, FORUM_FEED, FORUM_TAG, memberPath } from '#src/contract/forum-paths.ts'
import { isStorable } from '#src/contract/text.ts'
import { findCategory, listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { listTopics } from '#src/domain/forum-reading/list-topics.ts'
import { readMemberPage } from '#src/domain/forum-reading/read-member-page.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { LIMITS, waitSentence } from '#src/domain/security/limits.ts'
import { getMemory, takeInMemory } from '#src/domain/security/memory.ts'
import { CategoryView } from '#src/sections/forum/CategoryView.tsx'
import { ForumHome } from '#src/sections/forum/ForumHome.tsx'
import { listPath } from '#src/sections/forum/list-path.ts'
import { MemberView } from '#src/sections/forum/MemberView.tsx'
import { NewTopicView } from '#src/sections/forum/NewTopicView.tsx'
import { SearchView } from '#src/sections/forum/SearchView.tsx'
import { SettingsView } from '#src/sections/forum/SettingsView.tsx'
import { absentUntil, type CacheRule, type ForumPage, type PageContext } from './env.ts'
import { sendElsewhere, sendPage } from './send.ts'
import { breadcrumbs } from './structured-data.ts'

const SORTED: Record<TopicSort, string> = { latest: '', unanswered: ', unanswered', top: ', most thanked' }
const HOME =
  'Where the technicians, planners and engineers who keep plants running compare notes, before and after a workshop.'

/** `/forum` */
export async function showHome(c: PageContext): Promise<Response> {
  const place = placeIn(c)
  const read = () => Promise.all([listCategories(c.var.db), listTopics(c.var.db, place)])
  const [categories, page] = await c.var.retryRead(read)
  return sendPage(c, {
    title: `Forum${SORTED[place.sort]}${place.cursor ? ', further topics' : ''}`,
    description: HOME,
    ...listed(FORUM, place.cursor),
    feed: { href: FORUM_FEED, title: 'New posts in the forum' },
    isHome: true,
    tags: [FORUM_TAG.every, FORUM_TAG.lists],
    content: <ForumHome categories={categories} page={page} {...place} />,
  })
}

/** `/forum/category/{slug}`; an address the category had before leads on. */
export async function showCategory(c: PageContext): Promise<Response> {
  const asked = c.req.param('slug') ?? ''
  c.set('absent', absentUntil())
  const place = placeIn(c)
  const [category, categories, page] = await c.var.retryRead(async () => {
    const all = await listCategories(c.var.db)
    const one = await findCategory(c.var.db, asked, all)
    return [one, all, await listTopics(c.var.db, { ...place, categoryId: one.id })] as const
  })
  const { id, slug, name, description } = category
  if (slug !== asked) return sendElsewhere(listPath(categoryPath(slug), place), 301, { tags: [FORUM_TAG.every] })
  return sendPage(c, {
    title: `${name}${SORTED[place.sort]}${place.cursor ? ', further topics' : ''}`,
    description: description || `Topics on ${name} in the forum.`,
    ...listed(categoryPath(slug), place.cursor),
    feed: { href: categoryFeed(slug), title: `New posts in ${name}` },
    jsonLd: breadcrumbs(c.var.siteUrl, [[name, categoryPath(slug)]]),
    // Its list of categories counts the topics of all of them.
    tags: [FORUM_TAG.every, FORUM_TAG.lists, FORUM_TAG.category(id)],
    content: <CategoryView category={category} categories={categories} page={page} {...place} />,
  })
}

/** What comes behind the first page moves with every post: search engines follow its links and list the first alone. */
function listed(path: string, cursor: string | null): Pick<ForumPage, 'canonical'> {
  return cursor === null ? { canonical: path } : {}
}

/** Throws `invalid` for an order that there is not. */
function placeIn(c: PageContext): { sort: TopicSort; cursor: string | null } {
  const asked = c.req.query('sort') ?? 'latest'
  const sort = TOPIC_SORTS.find((one) => one === asked)
  if (!sort) throw new Failure('invalid', 'This sort order does not exist.')
  return { sort, cursor: c.req.query('cursor') ?? null }
}

/** Code points that are looked for. */
const MOST_SIGNS = 200
/** Whatever is written may be found anywhere: results are kept shortly. */
const SECONDS = 60

/** `/forum/search?q=` */
export async function showSearch(c: PageContext): Promise<Response> {
  const q = wordsIn(c.req.query('q') ?? '')
  const cursor = c.req.query('cursor') ?? null
  requirePace(c)
  const found = await c.var.retryRead(() => searchPosts(c.var.db, q, cursor))
  return sendPage(c, {
    title: found.isEmptyQuestion ? 'Search the forum' : `“${q}” in the forum`,
    description: 'Forum posts that match your search.',
    tags: [FORUM_TAG.every, FORUM_TAG.search],
    seconds: SECONDS,
    content: <SearchView q={q} cursor={cursor} found={found} />,
  })
}

/** Throws `rate_limited` for an address that keeps searching. Counted in this process, because cached results make no call. */
function requirePace(c: PageContext): void {
  const { db, clock } = c.var
  const wait = takeInMemory(getMemory(db), addressKey(c.env.ip), LIMITS.forumSearch, clock())
  if (wait > 0) throw new Failure('rate_limited', waitSentence(LIMITS.forumSearch, wait), { retryAfter: wait })
}

/** What is longer is cut, and what no text can hold asks for nothing: an address is typed by anybody. */
function wordsIn(asked: string): string {
  const words = [...asked.trim().slice(0, 4 * MOST_SIGNS)].slice(0, MOST_SIGNS).join('')
  return isStorable(words) ? words : ''
}

/** `/forum/member/{username}` */
export async function showMember(c: PageContext): Promise<Response> {
  const asked = c.req.param('username') ?? ''
  const cursor = c.req.query('cursor') ?? null
  const page = await c.var.retryRead(() => readMemberPage(c.var.db, asked, cursor))
  const { username } = page.member
  const path = memberPath(username)
  const cache: CacheRule = { tags: [FORUM_TAG.every, FORUM_TAG.member(page.userId)] }
  if (username !== asked) return sendElsewhere(path, 301, cache)
  return sendPage(c, {
    title: `${username} in the forum`,
    description: `Questions and answers by ${username} in the forum.`,
    ...(cursor === null && { canonical: path }),
    jsonLd: breadcrumbs(c.var.siteUrl, [[username, path]]),
    ...cache,
    content: <MemberView page={page} cursor={cursor} />,
  })
}

/** `/forum/new` */
export async function showNewTopic(c: PageContext): Promise<Response> {
  const categories = await c.var.retryRead(() => listCategories(c.var.db))
  return sendPage(c, {
    title: 'Start a topic',
    description: 'Ask people who have worked on the same machine.',
    tags: [FORUM_TAG.every],
    content: <NewTopicView categories={categories} chosen={c.req.query('category') ?? null} />,
  })
}

/** `/forum/settings` */
export function showSettings(c: PageContext): Promise<Response> {
  return sendPage(c, {
    title: 'Forum email',
    description: 'Choose how the forum emails you.',
    tags: [FORUM_TAG.every],
    content: <SettingsView />,
  })
}
