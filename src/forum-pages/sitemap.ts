import { categoryPath, FORUM_TAG, postPath } from '#src/contract/forum-paths.ts'
import { listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { newestTopics } from '#src/domain/forum-reading/topic-lines.ts'
import type { PageContext } from './env.ts'
import { escapeMarkup as esc } from './markup.ts'
import { sendText } from './send.ts'

type Address = { path: string; changedAt: number | null }

/** `/forum/sitemap.xml`: the categories and the newest topics, for search engines; `robots.txt` names it. */
export async function showSitemap(c: PageContext): Promise<Response> {
  const { db, siteUrl } = c.var
  const [categories, topics] = await c.var.retryRead(() => Promise.all([listCategories(db), newestTopics(db)]))
  const addresses: Address[] = [
    ...categories.map(({ slug, lastPostAt }) => ({ path: categoryPath(slug), changedAt: lastPostAt })),
    ...topics.map(({ id, lastPostAt }) => ({ path: postPath(id), changedAt: lastPostAt })),
  ]
  return sendText(c, xmlOf(addresses, siteUrl), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
    kept: { tags: [FORUM_TAG.every, FORUM_TAG.lists], query: ['cursor'] },
  })
}

function xmlOf(addresses: readonly Address[], siteUrl: string): string {
  const urls = addresses.map(({ path, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
    return `<url><loc>${esc(new URL(path, siteUrl).href)}</loc>${changed}</url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`
}
