import type { APIRoute } from 'astro'
import { toSummary } from '#src/contract/event-summary.ts'
import { pastPagePath, pastPages } from '#src/contract/past-pages.ts'
import { sitemapXml } from '#src/domain/site/sitemap.ts'
import { theSite } from './_site.ts'

/** Every public page, for search engines. */
export const GET: APIRoute = async () => {
  const { events, env, now } = await theSite()
  const listed = events.map(({ event }) => event)
  const further = pastPages(listed.map(toSummary), now).map((_, at) => pastPagePath(at + 1))
  const xml = sitemapXml(listed, env.siteUrl, further.slice(1))
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
