import type { APIRoute } from 'astro'
import { sitemapXml } from '#src/domain/site/sitemap.ts'
import { theSite } from './_site.ts'

/** Every public page, for search engines. */
export const GET: APIRoute = async () => {
  const { events, env } = await theSite()
  const xml = sitemapXml(
    events.map(({ event }) => event),
    env.siteUrl,
  )
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
