import type { APIRoute } from 'astro'
import { contentPagePath } from '#src/contract/content-page.ts'
import { catalogPages, catalogPath, productPath } from '#src/contract/shop-page.ts'
import { sitemapXml } from '#src/domain/site/sitemap.ts'
import { theSite } from './_site.ts'

/** Every public page, for search engines. */
export const GET: APIRoute = async () => {
  const { events, lists, products, pages, env } = await theSite()
  const further = lists.further.map(({ path }) => path)
  const catalog = catalogPages(products).map((_, at) => catalogPath(at + 1))
  const shop = [...catalog, ...products.map(({ slug }) => productPath(slug))]
  const ofBlocks = pages.map(({ slug }) => contentPagePath(slug))
  const xml = sitemapXml(events, env.siteUrl, ['/forum', '/feedback', ...ofBlocks, ...further, ...shop])
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
