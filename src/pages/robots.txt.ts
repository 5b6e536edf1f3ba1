import type { APIRoute } from 'astro'
import { robotsTxt } from '#src/domain/site/sitemap.ts'
import { theSite } from './_site.ts'

/** What crawlers may read. */
export const GET: APIRoute = async () => {
  const { env } = await theSite()
  return new Response(robotsTxt(env.siteUrl), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
