import { renderToStaticMarkup } from 'react-dom/server'
import { matchesEtag, weakEtag } from '#src/api/etag.ts'
import { Failure } from '#src/contract/failure.ts'
import type { BuiltShell } from '#src/contract/forum-shell.ts'
import { escapeMarkup as esc } from '#src/contract/markup.ts'
import { serializeJsonLd } from '#src/domain/site/serialize-json-ld.ts'
import type { CacheRule, ForumPage, PageContext } from './env.ts'

/** An hour: writes purge what they change, this bounds what a purge could miss. */
const SECONDS = 3_600
/** So many times longer, an outdated page is shown while it is made again, and when it cannot be. */
const STALE = 24

/** A whole page. Of itself only one that is answered with 200 is kept by caches. */
export async function sendPage(
  c: PageContext,
  page: ForumPage,
  status: 200 | 404 | 429 | 500 | 503 = 200,
): Promise<Response> {
  const shell = await c.var.readShell()
  if (!shell) throw new Failure('unavailable', 'The site is being built.')
  const data = page.jsonLd ? `<script type="application/ld+json">${serializeJsonLd(page.jsonLd)}</script>` : ''
  const html = fillShell(shell, {
    head: renderHead(page, c.var),
    content: renderToStaticMarkup(page.content) + data,
    isHome: page.isHome ?? false,
  })
  c.set('policy', shell.policy)
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  return status === 200 ? sendText(c, html, { headers, cache: page }) : new Response(html, { status, headers })
}

/** Text that caches keep, or 304 if the caller already has it. */
export function sendText(
  c: PageContext,
  text: string,
  { headers, cache }: { headers: Record<string, string>; cache: CacheRule },
): Response {
  const tag = weakEtag(text)
  const all = { ...headers, ...cacheHeaders(cache), ETag: tag }
  const isKnown = matchesEtag(c.req.header('If-None-Match'), tag)
  return isKnown ? new Response(null, { status: 304, headers: all }) : new Response(text, { headers: all })
}

/** Leads elsewhere on this site; caches keep it too. */
export function sendElsewhere(path: string, status: 301 | 302, cache?: CacheRule): Response {
  return new Response(null, { status, headers: { Location: path, ...(cache && cacheHeaders(cache)) } })
}

/** Browsers ask every time and mostly hear 304; the CDN answers until a purge. (decision 0036) */
export function cacheHeaders({ tags, seconds = SECONDS }: CacheRule): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Netlify-CDN-Cache-Control': `public, durable, max-age=${seconds}, stale-while-revalidate=${seconds * STALE}`,
    'Netlify-Cache-Tag': tags.join(','),
  }
}

type Site = { siteUrl: string; siteName: string }

/** The part of the head that differs between pages. */
function renderHead(page: ForumPage, { siteUrl, siteName }: Site): string {
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

/** What goes into a shell, as HTML. */
type Filling = { head: string; content: string; isHome: boolean }

type Cut = { start: string; middle: string; home: string; end: string }

const HEAD = /<meta name="forum-head"[^>]*>/
const CONTENT = /<forum-content>.*?<\/forum-content>/s
const HOME = /<forum-home>(.*?)<\/forum-home>/s
/** Set by the bar for the forum's first page: on the others nothing in it is the page itself. */
const CURRENT = / aria-current="page"/g

/** A shell is cut up once. */
const cuts = new WeakMap<BuiltShell, Cut>()

/** A whole page. Throws when the shell lacks a mark: then it is not ours. */
function fillShell(shell: BuiltShell, { head, content, isHome }: Filling): string {
  const cut = cuts.get(shell) ?? cutUp(shell.html)
  cuts.set(shell, cut)
  const { start, middle, home, end } = cut
  return [start, head, isHome ? middle : middle.replace(CURRENT, ''), content, isHome ? home : '', end].join('')
}

function cutUp(html: string): Cut {
  const [start, afterHead] = cutAt(html, HEAD)
  const [middle, afterContent] = cutAt(afterHead, CONTENT)
  const home = HOME.exec(afterContent)?.[1] ?? ''
  return { start, middle, home, end: afterContent.replace(HOME, '') }
}

function cutAt(html: string, mark: RegExp): [before: string, after: string] {
  const found = mark.exec(html)
  if (!found) throw new Error(`The forum's shell has no ${mark.source}`)
  return [html.slice(0, found.index), html.slice(found.index + found[0].length)]
}
