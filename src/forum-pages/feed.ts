import type { FeedPost } from '#src/contract/forum.ts'
import { categoryFeed, categoryPath, FORUM, FORUM_FEED, FORUM_TAG, postPath } from '#src/contract/forum-paths.ts'
import { escapeMarkup as esc } from '#src/contract/markup.ts'
import { FORMER_MEMBER } from '#src/contract/viewer.ts'
import { findCategory, listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { readFeed } from '#src/domain/forum-reading/read-feed.ts'
import { newestTopics } from '#src/domain/forum-reading/topic-lines.ts'
import { absentUntil, type PageContext } from './env.ts'
import { sendElsewhere, sendText } from './send.ts'

type Feed = { id: string; title: string; self: string; page: string; posts: readonly FeedPost[] }

/** Before anything was written. */
const NOTHING_YET = 0

/** `/forum/feed.atom` */
export async function showFeed(c: PageContext): Promise<Response> {
  const posts = await c.var.retryRead(() => readFeed(c.var.db))
  const id = new URL(FORUM_FEED, c.var.siteUrl).href
  return sendFeed(c, { id, title: 'Forum', self: FORUM_FEED, page: FORUM, posts }, FORUM_TAG.lists)
}

/** `/forum/category/{slug}/feed.atom`. It stays the same feed when the category gets another address. */
export async function showCategoryFeed(c: PageContext): Promise<Response> {
  const asked = c.req.param('slug') ?? ''
  c.set('absent', absentUntil())
  const [{ id, name, slug }, posts] = await c.var.retryRead(async () => {
    const category = await findCategory(c.var.db, asked, await listCategories(c.var.db))
    return [category, await readFeed(c.var.db, category.id)] as const
  })
  const self = categoryFeed(slug)
  if (slug !== asked) return sendElsewhere(self, 301, { tags: [FORUM_TAG.every] })
  const feed = { id: `urn:uuid:${id}`, title: `${name} | Forum`, self, page: categoryPath(slug), posts }
  return sendFeed(c, feed, FORUM_TAG.category(id))
}

/** Other sites may fetch it, because it contains no private data. (RFC 4287) */
function sendFeed(c: PageContext, feed: Feed, tag: string): Response {
  return sendText(c, renderAtom(feed, c.var), {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8', 'Access-Control-Allow-Origin': '*' },
    cache: { tags: [FORUM_TAG.every, tag] },
  })
}

/** Posts are HTML, escaped as text; `xml:base` gives their relative links a home. */
export function renderAtom(
  { id, title, self, page, posts }: Feed,
  site: { siteUrl: string; siteName: string },
): string {
  const at = (path: string) => esc(new URL(path, site.siteUrl).href)
  const updated = posts.reduce((latest, post) => Math.max(latest, changedAt(post)), NOTHING_YET)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="${at('/')}">
<id>${esc(id)}</id>
<title>${esc(`${title} | ${site.siteName}`)}</title>
<updated>${instant(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${at(self)}"/>
<link rel="alternate" type="text/html" href="${at(page)}"/>
${posts.map((post) => getEntry(post, at)).join('')}</feed>
`
}

function getEntry(post: FeedPost, at: (path: string) => string): string {
  const { id, number, title, author, category, html, createdAt } = post
  return `<entry>
<id>${at(postPath(id))}</id>
<title>${esc(number === 1 ? title : `Re: ${title}`)}</title>
<link rel="alternate" type="text/html" href="${at(postPath(id))}"/>
<author><name>${esc(author?.username ?? FORMER_MEMBER)}</name></author>
<category term="${esc(category.slug)}" label="${esc(category.name)}"/>
<published>${instant(createdAt)}</published>
<updated>${instant(changedAt(post))}</updated>
<content type="html">${esc(html)}</content>
</entry>
`
}

function changedAt({ createdAt, editedAt }: FeedPost): number {
  return editedAt ?? createdAt
}

function instant(at: number): string {
  return new Date(at).toISOString()
}

type Address = { path: string; changedAt: number | null }

/** `/forum/sitemap.xml`: the categories and the newest topics, for search engines; `robots.txt` names it. */
export async function showSitemap(c: PageContext): Promise<Response> {
  const { db, siteUrl } = c.var
  const [categories, topics] = await c.var.retryRead(() => Promise.all([listCategories(db), newestTopics(db)]))
  const addresses: Address[] = [
    ...categories.map(({ slug, lastPostAt }) => ({ path: categoryPath(slug), changedAt: lastPostAt })),
    ...topics.map(({ id, lastPostAt }) => ({ path: postPath(id), changedAt: lastPostAt })),
  ]
  return sendText(c, renderSitemap(addresses, siteUrl), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
    cache: { tags: [FORUM_TAG.every, FORUM_TAG.lists] },
  })
}

function renderSitemap(addresses: readonly Address[], siteUrl: string): string {
  const urls = addresses.map(({ path, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
    return `<url><loc>${esc(new URL(path, siteUrl).href)}</loc>${changed}</url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`
}
