import type { APIRoute } from 'astro'
import { theSite } from './_site.ts'

/** Addresses events once had lead to the ones they have now. Routed by hand: files with an underscore are no pages. */
export const GET: APIRoute = async () => {
  const { redirects } = await theSite()
  const rules = redirects.map(({ oldSlug, slug }) => `/event/${oldSlug} /event/${slug} 301\n`)
  return new Response(rules.join(''))
}
