import type { FeedPost } from '#src/contract/forum.ts'
import { categoryFeed, categoryPath, FORUM, FORUM_FEED, FORUM_TAG, postPath } from '#src/contract/forum-paths.ts'
import { listCategories, readFeed } from '#src/domain/forum-reading/forum-reading.ts'
import type { PageContext } from './env.ts'
import { categoryNamed } from './list-pages.tsx'
import { escapeMarkup as esc } from './markup.ts'
import { sendText } from './send.ts'

type Feed = { title: string; self: string; page: string; posts: readonly FeedPost[] }

/** Before anything was written. */
const NOTHING_YET = 0

/** `/forum/feed.atom`, and that of one category. Readers on other sites may fetch it: nobody's secrets are in it. (RFC 4287) */
export async function showFeed(c: PageContext): Promise<Response> {
  const slug = c.req.param('slug')
  const { feed, tags } = await c.var.retryRead(() => (slug === undefined ? readWhole(c) : readOne(c, slug)))
  return sendText(c, atomOf(feed, c.var), {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8', 'Access-Control-Allow-Origin': '*' },
    kept: { tags: [FORUM_TAG.every, ...tags], query: ['cursor'] },
  })
}

async function readWhole(c: PageContext): Promise<{ feed: Feed; tags: string[] }> {
  const posts = await readFeed(c.var.db)
  return { feed: { title: 'Forum', self: FORUM_FEED, page: FORUM, posts }, tags: [FORUM_TAG.lists] }
}

async function readOne(c: PageContext, asked: string): Promise<{ feed: Feed; tags: string[] }> {
  const { id, name, slug } = categoryNamed(asked, await listCategories(c.var.db))
  const posts = await readFeed(c.var.db, id)
  return {
    feed: { title: `${name} | Forum`, self: categoryFeed(slug), page: categoryPath(slug), posts },
    tags: [FORUM_TAG.category(id)],
  }
}

/** Posts are HTML, escaped as text; `xml:base` gives their relative links a home. */
export function atomOf({ title, self, page, posts }: Feed, site: { siteUrl: string; siteName: string }): string {
  const at = (path: string) => esc(new URL(path, site.siteUrl).href)
  const updated = posts.reduce((latest, post) => Math.max(latest, changedAt(post)), NOTHING_YET)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="${at('/')}">
<id>${at(self)}</id>
<title>${esc(`${title} | ${site.siteName}`)}</title>
<updated>${instant(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${at(self)}"/>
<link rel="alternate" type="text/html" href="${at(page)}"/>
${posts.map((post) => entryOf(post, at)).join('')}</feed>
`
}

function entryOf(post: FeedPost, at: (path: string) => string): string {
  const { id, number, title, author, category, html, createdAt } = post
  return `<entry>
<id>${at(postPath(id))}</id>
<title>${esc(number === 1 ? title : `Re: ${title}`)}</title>
<link rel="alternate" type="text/html" href="${at(postPath(id))}"/>
<author><name>${esc(author?.username ?? 'Someone who left')}</name></author>
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
