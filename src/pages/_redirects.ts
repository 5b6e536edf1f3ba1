import type { APIRoute } from 'astro'
import { contentPagePath } from '#src/contract/content-page.ts'
import { productPath } from '#src/contract/shop-page.ts'
import { theSite } from './_site.ts'

/** Addresses that events, products and pages once had lead to the ones they have now. Routed by hand: files with an underscore are no pages. */
export const GET: APIRoute = async () => {
  const { redirects, shop, pageRedirects } = await theSite()
  const rules = [
    ...redirects.map(({ oldSlug, slug }) => `/event/${oldSlug} /event/${slug} 301\n`),
    ...shop.redirects.map(({ oldSlug, slug }) => `${productPath(oldSlug)} ${productPath(slug)} 301\n`),
    ...pageRedirects.map(({ oldSlug, slug }) => `${contentPagePath(oldSlug)} ${contentPagePath(slug)} 301\n`),
  ]
  return new Response(rules.join(''))
}
