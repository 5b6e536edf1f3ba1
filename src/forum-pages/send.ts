import { hash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { Failure } from '#src/contract/failure.ts'
import { serializeJsonLd } from '#src/domain/site/serialize-json-ld.ts'
import type { PageContext } from './env.ts'
import { headOf } from './head.ts'
import type { ForumPage, Kept } from './page.ts'
import { fillShell } from './shell.ts'

/** An hour: writes purge what they change, this bounds what a purge could miss. */
const SECONDS = 3_600
/** So many times longer: what was good until then is shown while the page is made anew, and where it cannot be. */
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
    head: headOf(page, c.var),
    content: renderToStaticMarkup(page.content) + data,
    isHome: page.isHome ?? false,
  })
  c.set('policy', shell.policy)
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  return status === 200 ? sendText(c, html, { headers, kept: page }) : new Response(html, { status, headers })
}

/** Text that caches keep, or 304 to who has it. */
export function sendText(
  c: PageContext,
  text: string,
  { headers, kept }: { headers: Record<string, string>; kept: Kept },
): Response {
  const tag = `W/"${hash('sha1', text, 'base64url')}"`
  const all = { ...headers, ...cacheHeaders(kept), ETag: tag }
  const isKnown = c.req
    .header('If-None-Match')
    ?.split(',')
    .some((known) => known.trim() === tag)
  return isKnown ? new Response(null, { status: 304, headers: all }) : new Response(text, { headers: all })
}

/** Leads elsewhere on this site; caches keep it too. */
export function sendElsewhere(path: string, status: 301 | 302, kept?: Kept): Response {
  return new Response(null, { status, headers: { Location: path, ...(kept && cacheHeaders(kept)) } })
}

/** Browsers ask every time and mostly hear 304; the CDN answers until a purge. (decision 0036) */
export function cacheHeaders({ tags, query, seconds = SECONDS }: Kept): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Netlify-CDN-Cache-Control': `public, durable, max-age=${seconds}, stale-while-revalidate=${seconds * STALE}`,
    'Netlify-Cache-Tag': tags.join(','),
    'Netlify-Vary': `query=${query.join('|')}`,
  }
}
