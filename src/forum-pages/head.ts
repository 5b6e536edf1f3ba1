import { escapeMarkup as esc } from './markup.ts'
import type { ForumPage } from './page.ts'

type Site = { siteUrl: string; siteName: string }

/** What stands in the head of a page beside what all pages have. */
export function headOf(page: ForumPage, { siteUrl, siteName }: Site): string {
  const { title, description, canonical, previous, next, feed } = page
  const full = esc(`${title} | ${siteName}`)
  const at = (path: string) => esc(new URL(path, siteUrl).href)
  const link = (rel: string, path: string | undefined) =>
    path === undefined ? '' : `<link rel="${rel}" href="${at(path)}">`
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`
  return [
    `<title>${full}</title>`,
    `<meta name="description" content="${esc(description)}">`,
    canonical === undefined ? '<meta name="robots" content="noindex">' : link('canonical', canonical),
    link('prev', previous),
    link('next', next),
    property('title', full),
    property('description', esc(description)),
    property('type', 'website'),
    property('site_name', esc(siteName)),
    canonical === undefined ? '' : property('url', at(canonical)),
    feed ? `<link rel="alternate" type="application/atom+xml" title="${esc(feed.title)}" href="${at(feed.href)}">` : '',
  ].join('')
}
