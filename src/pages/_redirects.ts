import type { APIRoute } from 'astro'
import { contentPagePath } from '#src/contract/content-page.ts'
import { monthPath } from '#src/contract/event-summary.ts'
import { productPath } from '#src/contract/shop-page.ts'
import { theSite } from './_site.ts'

/**
 * Addresses that events, products and pages once had lead to the ones they have now, and the page of a month that was removed leads to the list of
 * events. A page wins over a rule. Routed by hand: files with an underscore are no pages.
 */
export const GET: APIRoute = async () => {
  const { events, redirects, shop, pageRedirects } = await theSite()
  const months = new Set(events.map(({ eventDate }) => monthPath(eventDate.slice(0, 7))))
  const rules = [
    ...redirects.map(({ oldSlug, slug }) => `/event/${oldSlug} /event/${slug} 301\n`),
    ...shop.redirects.map(({ oldSlug, slug }) => `${productPath(oldSlug)} ${productPath(slug)} 301\n`),
    ...pageRedirects.map(({ oldSlug, slug }) => `${contentPagePath(oldSlug)} ${contentPagePath(slug)} 301\n`),
    // The month can have a page again.
    ...Array.from(months, (path) => `${path} /events 302\n`),
  ]
  return new Response(rules.join(''))
}
