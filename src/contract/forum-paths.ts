/** The addresses of the forum's pages and the tags their cached copies carry. Pages, emails, feeds and purges all use these. */

export const FORUM = '/forum'
export const FORUM_SEARCH = '/forum/search'
export const FORUM_NEW = '/forum/new'
export const FORUM_SETTINGS = '/forum/settings'
export const FORUM_FEED = '/forum/feed.atom'
/** The forum's part of the sitemap, which changes with every post. */
export const FORUM_SITEMAP = '/forum/sitemap.xml'

/** A topic, or the reply with this id: that leads on to its place in its topic. */
export const postPath = (id: string) => `${FORUM}/post/${id}`
/** The fragment of a post on its topic's page. */
export const postAnchor = (number: number) => `post-${number}`
export const categoryPath = (slug: string) => `${FORUM}/category/${slug}`
export const categoryFeed = (slug: string) => `${categoryPath(slug)}/feed.atom`
export const memberPath = (username: string) => `${FORUM}/member/${encodeURIComponent(username)}`
export const searchPath = (words: string) => `${FORUM_SEARCH}?q=${encodeURIComponent(words)}`

/** A page of a topic begins after this post number; the first page after 0. */
export const topicPagePath = (topicId: string, after: number | null) =>
  after === null || after === 0 ? postPath(topicId) : `${postPath(topicId)}?after=${after}`

/** Tags of cached pages. A write purges those of the pages it changes. (decision 0036) */
export const FORUM_TAG = {
  /** Every page of the forum: for changes of names, roles, categories and whole accounts. */
  every: 'forum',
  /** Lists of topics over all categories, their feed, and the list of categories. */
  lists: 'forum-lists',
  /** Pages of search results. They also expire soon by themselves. */
  search: 'forum-search',
  /** The lists and the feed of one category. */
  category: (categoryId: string) => `forum-category-${categoryId}`,
  /** The pages of one topic, and the redirects of links to its replies; for a reply, also the 404 of its own address. */
  topic: (topicId: string) => `forum-topic-${topicId}`,
  /** The page of one member. */
  member: (userId: string) => `forum-member-${userId}`,
} as const
